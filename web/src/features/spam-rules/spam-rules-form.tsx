import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { SpamRules } from '../../shared/api/types';
import { FormError } from '../../shared/form/form-error';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextAreaField } from '../../shared/form/text-area-field';
import { TextField } from '../../shared/form/text-field';
import { toast } from '../../shared/toast';
import { LeaveDialog } from '../../shared/ui/leave-dialog';
import { saveSpamRules, spamRulesQuery } from './api';
import { LevelChoice } from './level-choice';
import {
  FIGURES,
  LISTS,
  LIST_MAX,
  RULE_NAMES,
  type RuleValues,
  checkFigure,
  checkList,
  linesOf,
  ruleValues,
  rulesOf,
} from './rule-fields';
import { RulesConflict } from './rules-conflict';
import './spam-rules.css';

const LIST_ROWS = 6;

/** The form of the rules against spam. */
export function SpamRulesForm({ rules }: { rules: SpamRules }) {
  const client = useQueryClient();
  const form = useForm<RuleValues>({ defaultValues: ruleValues(rules) });
  const { errors, isSubmitting, isDirty } = form.formState;
  /** The version that the form is based on. */
  const [version, setVersion] = useState(rules.version);
  const [theirs, setTheirs] = useState<SpamRules | null>(null);

  function settle(saved: SpamRules) {
    setTheirs(null);
    setVersion(saved.version);
    form.reset(ruleValues(saved));
    client.setQueryData(spamRulesQuery().queryKey, saved);
  }

  async function save(values: RuleValues, base: number) {
    try {
      const outcome = await saveSpamRules(rulesOf(values, base));
      if (outcome.isSaved) {
        settle(outcome.rules);
        toast.success('Spam rules saved');
        void invalidateAfter(client, 'spamRules');
      } else {
        setTheirs(outcome.rules);
      }
    } catch (error) {
      applyServerErrors(error, form.setError, RULE_NAMES, 'Failed to save spam rules');
    }
  }

  function submit(base: number) {
    return form.handleSubmit((values) => save(values, base));
  }

  return (
    <>
      {theirs && (
        <RulesConflict
          theirs={theirs}
          mine={form.getValues()}
          onTakeTheirs={() => {
            settle(theirs);
          }}
          onKeepMine={() => {
            setTheirs(null);
            void submit(theirs.version)();
          }}
        />
      )}
      <form
        className="form spam-rules"
        noValidate
        onSubmit={(event) => void submit(version)(event)}
      >
        <section className="panel-card settings-section" aria-label="Level">
          <LevelChoice field={form.register('level')} />
          {errors.level && <FormError message={errors.level.message} />}
        </section>
        <section className="panel-card settings-section" aria-label="Figures">
          <h2 className="settings-title">Figures</h2>
          <div className="spam-figures">
            {FIGURES.map(({ name, label, hint }) => (
              <TextField
                key={name}
                label={label}
                hint={hint}
                inputMode="numeric"
                autoComplete="off"
                error={errors[name]?.message}
                {...form.register(name, { validate: checkFigure })}
              />
            ))}
          </div>
        </section>
        <section className="panel-card settings-section" aria-label="Lists">
          <h2 className="settings-title">Lists</h2>
          <div className="spam-lists">
            {LISTS.map((list) => (
              <ListField key={list.name} list={list} form={form} />
            ))}
          </div>
        </section>
        <FormError message={errors.root?.message} />
        <SubmitButton isBusy={isSubmitting} busyText="Saving...">
          Save
        </SubmitButton>
      </form>
      <LeaveDialog isUnsaved={isDirty}>Your changes of the rules are not saved.</LeaveDialog>
    </>
  );
}

type ListProps = { list: (typeof LISTS)[number]; form: UseFormReturn<RuleValues> };

function ListField({ list: { name, label, help }, form }: ListProps) {
  const text = useWatch({ control: form.control, name });
  const helpId = `spam-${name}-help`;
  return (
    <div className="spam-list">
      <TextAreaField
        label={label}
        rows={LIST_ROWS}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={helpId}
        counter={{ used: linesOf(text).length, limit: LIST_MAX }}
        error={form.formState.errors[name]?.message}
        {...form.register(name, { validate: checkList })}
      />
      <p id={helpId} className="checkbox-hint">
        {help}
      </p>
    </div>
  );
}
