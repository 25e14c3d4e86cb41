/** The fields of the spam rules with their labels and limits (docs/moderation.md). */
import type { SpamRules } from '../../shared/api/types';

export const LEVELS = [
  {
    value: 'open',
    name: 'Open',
    explanation: 'Only the lists below and reports act. For a site without spam.',
  },
  {
    value: 'guarded',
    name: 'Guarded',
    explanation:
      'All rules act: links of newcomers, many links, repeated texts and the pace of writing as well.',
  },
  {
    value: 'strict',
    name: 'Strict',
    explanation:
      'As Guarded, and the first comments of everybody wait for a moderator. For a wave of spam.',
  },
] as const;

export const FIGURES = [
  { name: 'newcomerDays', label: 'Newcomer for', hint: 'days after sign-up' },
  { name: 'newcomerComments', label: 'Newcomer until', hint: 'visible comments' },
  { name: 'maxLinks', label: 'Links allowed to others', hint: 'in a comment' },
  { name: 'sameTextOthers', label: 'Same text by others', hint: 'comments in 24 hours' },
  { name: 'reportsToHold', label: 'Reports that hold a comment', hint: 'readers' },
  { name: 'newcomerSeconds', label: 'Pause of newcomers', hint: 'seconds' },
  { name: 'newcomerPerHour', label: 'Newcomers an hour', hint: 'comments' },
  { name: 'perMinute', label: 'Others a minute', hint: 'comments' },
  { name: 'perHour', label: 'Others an hour', hint: 'comments' },
] as const;

const WORDS_MAX = 1_000;

export const LISTS = [
  {
    name: 'holdWords',
    label: 'Words that hold a comment',
    help: 'One a line. An asterisk at the end stands for any ending: casino*',
  },
  {
    name: 'refuseWords',
    label: 'Words that refuse a comment',
    help: 'One a line. The writer is told at once.',
  },
  {
    name: 'blockedHosts',
    label: 'Blocked sites',
    help: 'One a line, such as example.com; its subdomains too. A link there holds a comment.',
  },
  {
    name: 'blockedMailDomains',
    label: 'Blocked mail domains',
    help: 'One a line, such as example.com. Nobody can sign up with an address there.',
  },
] as const;

export const LIST_MAX = WORDS_MAX;

export type FigureName = (typeof FIGURES)[number]['name'];
export type ListName = (typeof LISTS)[number]['name'];
export type RuleName = 'level' | FigureName | ListName;

/** The rules as the form has them: figures as typed, lists with one entry a line. */
export type RuleValues = Record<RuleName, string>;

export const RULE_NAMES: readonly RuleName[] = [
  'level',
  ...FIGURES.map(({ name }) => name),
  ...LISTS.map(({ name }) => name),
];

export function ruleValues(rules: SpamRules): RuleValues {
  const { newcomerDays, newcomerComments, maxLinks, sameTextOthers, reportsToHold } = rules;
  const { newcomerSeconds, newcomerPerHour, perMinute, perHour } = rules;
  return {
    level: rules.level,
    newcomerDays: String(newcomerDays),
    newcomerComments: String(newcomerComments),
    maxLinks: String(maxLinks),
    sameTextOthers: String(sameTextOthers),
    reportsToHold: String(reportsToHold),
    newcomerSeconds: String(newcomerSeconds),
    newcomerPerHour: String(newcomerPerHour),
    perMinute: String(perMinute),
    perHour: String(perHour),
    holdWords: rules.holdWords.join('\n'),
    refuseWords: rules.refuseWords.join('\n'),
    blockedHosts: rules.blockedHosts.join('\n'),
    blockedMailDomains: rules.blockedMailDomains.join('\n'),
  };
}

export function rulesOf(values: RuleValues, version: number): SpamRules {
  return {
    level: values.level,
    newcomerDays: Number(values.newcomerDays),
    newcomerComments: Number(values.newcomerComments),
    maxLinks: Number(values.maxLinks),
    sameTextOthers: Number(values.sameTextOthers),
    reportsToHold: Number(values.reportsToHold),
    newcomerSeconds: Number(values.newcomerSeconds),
    newcomerPerHour: Number(values.newcomerPerHour),
    perMinute: Number(values.perMinute),
    perHour: Number(values.perHour),
    holdWords: linesOf(values.holdWords),
    refuseWords: linesOf(values.refuseWords),
    blockedHosts: linesOf(values.blockedHosts),
    blockedMailDomains: linesOf(values.blockedMailDomains),
    version,
  };
}

/** Returns the entries of a list: its lines without blank ones. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function checkFigure(text: string): true | string {
  return /^\d{1,5}$/u.test(text.trim()) || 'Enter a whole number';
}

export function checkList(text: string): true | string {
  return linesOf(text).length <= LIST_MAX || `At most ${LIST_MAX.toLocaleString()} lines`;
}

export function labelOf(name: RuleName): string {
  return [...FIGURES, ...LISTS].find((field) => field.name === name)?.label ?? 'Level';
}

/** Returns a value in words. */
export function valueText(name: RuleName, values: RuleValues): string {
  const value = values[name];
  if (name === 'level') {
    return LEVELS.find((level) => level.value === value)?.name ?? value;
  }
  return linesOf(value).join(', ') || 'nothing';
}
