import type { LucideIcon } from 'lucide-react';
import { Check, ChevronDown } from 'lucide-react';
import { DropdownMenu, Toolbar as Bar } from 'radix-ui';

import { boxProps } from './box-props';

export type Choice<Value extends string> = {
  value: Value;
  label: string;
  icon?: LucideIcon;
  /** The class of the label in the menu. */
  look?: string;
};

type Props<Value extends string> = {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
  onClosed: () => void;
  /** Stands for the label of the choice where the toolbar has no room for it. */
  icon?: LucideIcon;
  /** Whether the icon stands for the label already in a toolbar of medium width. */
  isIconEarly?: boolean;
  /** Whether the button shows the label of a choice that has an icon. */
  isLabelShown?: boolean;
};

/** A menu of exclusive choices, such as the heading level; the button shows the current one. */
export function ToolbarMenu<Value extends string>(props: Props<Value>) {
  const { label, choices, value, onChoose, onClosed, icon, isIconEarly, isLabelShown } = props;
  const chosen = choices.find((choice) => choice.value === value);
  const Icon = icon ?? chosen?.icon;
  return (
    <DropdownMenu.Root modal={false}>
      <Bar.Button
        asChild
        className="toolbar-button toolbar-menu-button"
        data-icon={icon && (isIconEarly ? 'early' : 'late')}
        aria-label={`${label}: ${chosen?.label ?? value}`}
        title={label}
      >
        <DropdownMenu.Trigger>
          {Icon && <Icon aria-hidden />}
          {chosen?.icon && !isLabelShown ? null : <span>{chosen?.label ?? value}</span>}
          <ChevronDown aria-hidden className="toolbar-chevron" />
        </DropdownMenu.Trigger>
      </Bar.Button>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="toolbar-menu" {...boxProps(label, onClosed)}>
          <DropdownMenu.RadioGroup value={value}>
            {choices.map((choice) => (
              <DropdownMenu.RadioItem
                key={choice.value}
                value={choice.value}
                className="toolbar-menu-item"
                onSelect={() => {
                  onChoose(choice.value);
                }}
              >
                <DropdownMenu.ItemIndicator className="toolbar-menu-check">
                  <Check aria-hidden />
                </DropdownMenu.ItemIndicator>
                {choice.icon && <choice.icon aria-hidden />}
                <span className={choice.look}>{choice.label}</span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
