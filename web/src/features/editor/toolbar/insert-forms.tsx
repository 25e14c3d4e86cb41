import { ImagePlus, Link as LinkIcon, SquarePlay } from 'lucide-react';
import { Popover, Toolbar as Bar } from 'radix-ui';
import type { ComponentType } from 'react';

import type { EditorController } from '../prosemirror/editor-controller';
import { boxProps } from './box-props';
import type { InsertFormProps } from './insert-form';
import { LinkForm } from './link-form';
import { PictureForm } from './picture-form';
import { VideoForm } from './video-form';

export type OpenForm = 'link' | 'picture' | 'video' | null;

type Insert = {
  form: NonNullable<OpenForm>;
  label: string;
  icon: typeof LinkIcon;
  Form: ComponentType<InsertFormProps>;
};

const INSERTS: readonly Insert[] = [
  { form: 'link', label: 'Link', icon: LinkIcon, Form: LinkForm },
  { form: 'picture', label: 'Image', icon: ImagePlus, Form: PictureForm },
  { form: 'video', label: 'Video', icon: SquarePlay, Form: VideoForm },
];

type Props = {
  editor: EditorController;
  isInLink: boolean;
  open: OpenForm;
  onOpen: (form: OpenForm) => void;
};

/** The buttons that insert by a small form in a popover. */
export function InsertForms({ editor, isInLink, open, onOpen }: Props) {
  return INSERTS.map(({ form, label, icon: Icon, Form }) => (
    <Popover.Root
      key={form}
      open={open === form}
      onOpenChange={(isOpen) => {
        onOpen(isOpen ? form : null);
      }}
    >
      <Bar.Button
        asChild
        className="toolbar-button"
        aria-label={label}
        aria-keyshortcuts={form === 'link' ? 'Control+K' : undefined}
        title={form === 'link' ? `${label} (Ctrl+K)` : label}
        data-on={(form === 'link' && isInLink) || undefined}
      >
        <Popover.Trigger>
          <Icon aria-hidden />
        </Popover.Trigger>
      </Bar.Button>
      <Popover.Portal>
        <Popover.Content
          className="toolbar-popover"
          {...boxProps(label, () => {
            editor.focus();
          })}
          // React events bubble through portals: keep those of this form from the post form.
          onChange={(event) => {
            event.stopPropagation();
          }}
          onMouseDown={(event) => {
            event.stopPropagation();
          }}
        >
          <Form
            editor={editor}
            onDone={() => {
              onOpen(null);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  ));
}
