/** The strength of a password: advice only, it rejects nothing (rulings §3). */
import { PASSWORD_LENGTH_MIN, lengthOf } from './rules';

const LABELS = ['Very Weak', 'Weak', 'Fair', 'Good', 'Strong', 'Very Strong'] as const;

const CHECKS: readonly { text: string; isMet: (password: string) => boolean }[] = [
  {
    text: `At least ${PASSWORD_LENGTH_MIN} characters`,
    isMet: (password) => lengthOf(password) >= PASSWORD_LENGTH_MIN,
  },
  { text: 'An uppercase letter', isMet: (password) => /\p{Lu}/u.test(password) },
  { text: 'A lowercase letter', isMet: (password) => /\p{Ll}/u.test(password) },
  { text: 'A digit', isMet: (password) => /\p{Nd}/u.test(password) },
  { text: 'A special character', isMet: (password) => /[^\p{L}\p{Nd}]/u.test(password) },
];

export const SCORE_MAX = CHECKS.length;

export type PasswordScore = {
  /** From 0 to `SCORE_MAX`: a point for each check that is met. */
  score: number;
  label: string;
  checks: readonly { text: string; isMet: boolean }[];
};

export function scorePassword(password: string): PasswordScore {
  const checks = CHECKS.map(({ text, isMet }) => ({ text, isMet: isMet(password) }));
  const score = checks.filter(({ isMet }) => isMet).length;
  return { score, label: LABELS[score] ?? LABELS[0], checks };
}
