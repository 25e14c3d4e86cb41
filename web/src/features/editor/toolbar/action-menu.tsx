import type { LucideIcon } from 'lucide-react';
import { ChevronDown } from 'lucide-react';
import { DropdownMenu, Toolbar as Bar } from 'radix-ui';
import type { ReactNode } from 'react';

import type { EditorController } from '../prosemirror/editor-controller';
import { boxProps } from './box-props';

type MenuProps = {
  label: string;
  icon: LucideIcon;
  editor: EditorController;
  /** Whether the button shows the label beside the icon. */
  isLabelShown?: boolean;
  children: ReactNode;
};

/** A menu of a toolbar that acts on the text. */
export function ActionMenu({ label, icon: Icon, editor, isLabelShown, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <Bar.Button
        asChild
        className="toolbar-button toolbar-menu-button"
        aria-label={label}
        title={label}
      >
        <DropdownMenu.Trigger>
          <Icon aria-hidden />
          {isLabelShown && <span>{label}</span>}
          <ChevronDown aria-hidden className="toolbar-chevron" />
        </DropdownMenu.Trigger>
      </Bar.Button>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="toolbar-menu action-menu"
          {...boxProps(label, () => {
            editor.focus();
          })}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

type ActionProps = { label: string; icon: LucideIcon; onSelect: () => void };

export function MenuAction({ label, icon: Icon, onSelect }: ActionProps) {
  return (
    <DropdownMenu.Item className="toolbar-menu-item menu-action" onSelect={onSelect}>
      <Icon aria-hidden />
      {label}
    </DropdownMenu.Item>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="toolbar-menu-separator" />;
}
