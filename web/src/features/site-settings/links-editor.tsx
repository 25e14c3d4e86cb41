import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import type { SiteLink } from '../../shared/api/types';
import { TextField } from '../../shared/form/text-field';
import {
  ADDRESS_LENGTH_MAX,
  LABEL_LENGTH_MAX,
  LINKS_MAX,
  type LinksName,
  type SiteValues,
} from './site-fields';

type Props = { form: UseFormReturn<SiteValues>; name: LinksName; title: string };

function nameOf(link: SiteLink | undefined): string {
  return link === undefined || link.label === '' ? 'The link' : link.label;
}

/** A list of links that can be added, removed and moved, by keyboard as well. */
export function LinksEditor({ form, name, title }: Props) {
  const links = useWatch({ control: form.control, name });
  const errors = form.formState.errors[name];
  const list = useRef<HTMLDivElement>(null);
  const nextFocus = useRef<string>(undefined);
  const [moved, setMoved] = useState('');

  // The rows stay, their contents move: the focus goes along with what was moved.
  useEffect(() => {
    const selectors = nextFocus.current;
    nextFocus.current = undefined;
    if (selectors !== undefined) {
      list.current?.querySelector<HTMLElement>(selectors)?.focus();
    }
  }, [links]);

  function change(next: SiteLink[], focus: string) {
    nextFocus.current = focus;
    form.clearErrors(name);
    form.setValue(name, next, { shouldDirty: true });
  }

  function move(from: number, to: number) {
    const next = links.map((link) => ({ ...link }));
    const [link] = next.splice(from, 1);
    if (link) {
      next.splice(to, 0, link);
      const act = to < from ? 'up' : 'down';
      const other = act === 'up' ? 'down' : 'up';
      const isAtEnd = act === 'up' ? to === 0 : to === links.length - 1;
      change(next, `[data-row="${to}"] [data-act="${isAtEnd ? other : act}"]`);
      setMoved(`${nameOf(link)} is number ${to + 1} of ${links.length}`);
    }
  }

  function remove(index: number) {
    const next = links.filter((_, one) => one !== index).map((link) => ({ ...link }));
    const focused = Math.min(index, next.length - 1);
    change(next, focused < 0 ? '[data-act="add"]' : `[data-row="${focused}"] [data-act="remove"]`);
    setMoved(`${nameOf(links[index])} was removed`);
  }

  return (
    <div ref={list} className="site-links" role="group" aria-label={title}>
      <h3 className="field-label">{title}</h3>
      {links.length === 0 && <p className="checkbox-hint">No links yet.</p>}
      {links.map((link, index) => {
        const called = link.label.trim() === '' ? `link ${index + 1}` : link.label;
        return (
          <div key={index} className="site-link" data-row={index}>
            <TextField
              label="Label"
              maxLength={LABEL_LENGTH_MAX}
              autoComplete="off"
              error={errors?.[index]?.label?.message}
              {...form.register(`${name}.${index}.label`)}
            />
            <TextField
              label="Address"
              placeholder="/about or https://…"
              inputMode="url"
              maxLength={ADDRESS_LENGTH_MAX}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              error={errors?.[index]?.url?.message}
              {...form.register(`${name}.${index}.url`)}
            />
            <div className="site-link-acts">
              <button
                type="button"
                className="icon-button"
                data-act="up"
                aria-label={`Move ${called} up`}
                disabled={index === 0}
                onClick={() => {
                  move(index, index - 1);
                }}
              >
                <ArrowUp aria-hidden />
              </button>
              <button
                type="button"
                className="icon-button"
                data-act="down"
                aria-label={`Move ${called} down`}
                disabled={index === links.length - 1}
                onClick={() => {
                  move(index, index + 1);
                }}
              >
                <ArrowDown aria-hidden />
              </button>
              <button
                type="button"
                className="icon-button"
                data-act="remove"
                aria-label={`Remove ${called}`}
                onClick={() => {
                  remove(index);
                }}
              >
                <Trash2 aria-hidden />
              </button>
            </div>
          </div>
        );
      })}
      <button
        type="button"
        className="button site-add"
        data-act="add"
        disabled={links.length >= LINKS_MAX}
        onClick={() => {
          const added = [...links.map((link) => ({ ...link })), { label: '', url: '' }];
          change(added, `[data-row="${links.length}"] input`);
        }}
      >
        <Plus aria-hidden />
        {links.length >= LINKS_MAX ? `At most ${LINKS_MAX} links` : 'Add a link'}
      </button>
      <p className="visually-hidden" role="status">
        {moved}
      </p>
    </div>
  );
}
