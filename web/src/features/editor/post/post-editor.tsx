import { useId, useRef, useState } from 'react';

import { SelectField } from '../../../shared/form/select-field';
import { TextField } from '../../../shared/form/text-field';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { LeaveDialog } from '../../../shared/ui/leave-dialog';
import type { Status } from '../api';
import { DraftNotice } from '../draft/draft-notice';
import type { PostFormValues } from '../draft/draft-store';
import { dataAddress } from '../pictures';
import { RichTextEditor } from '../rich-text-editor';
import { FeaturedAddress } from './featured-address';
import { FeaturedUpload } from './featured-upload';
import { PostHeader } from './post-header';
import { PostPreview } from './post-preview';
import { TITLE_LENGTH_MAX } from './post-rules';
import { SAVED, TEXTS } from './post-texts';
import './post.css';
import { SavedBanner } from './saved-banner';
import { type PostFormOptions, usePostForm } from './use-post-form';

const HEIGHTS = { new: 400, edit: 300 } as const;

type Props = Omit<PostFormOptions, 'failed'> & {
  kind: keyof typeof TEXTS;
  categories: readonly string[];
};

type Previewed = { post: PostFormValues; image: string };

/** The page for writing a post. */
export function PostEditor({ kind, categories, ...options }: Props) {
  const errorId = useId();
  const fields = useRef<HTMLFormElement>(null);
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const post = usePostForm({ ...options, failed: TEXTS[kind].failed });
  const { form, phase, draft, changes } = post;
  const { errors } = form.formState;
  const describedBy = post.error === null ? undefined : errorId;

  function focusFirstField() {
    fields.current?.querySelector('input')?.focus();
  }

  async function preview() {
    const written = post.read();
    const image = written.picture ? await dataAddress(written.picture) : written.featuredImage;
    setPreviewed({ post: written, image: image.trim() });
  }

  return (
    <div className="page post-page">
      <PostHeader
        kind={kind}
        saving={phase.at === 'saving' ? phase.status : null}
        isDone={post.isDone}
        onPreview={() => void preview()}
        onSave={(status) => void post.save(status)}
      />
      <DraftNotice
        drafts={draft.offered}
        onRestore={(found) => {
          post.restore(found);
          focusFirstField();
        }}
        onDiscard={draft.discard}
        onGone={focusFirstField}
      />
      {draft.warning && (
        <p className="draft-trouble" role="alert">
          {draft.warning}
        </p>
      )}
      <ErrorBanner id={errorId} message={post.error} onDismiss={post.dismissError}>
        {post.lost && <TryAgain status={post.lost} onSave={(status) => void post.save(status)} />}
      </ErrorBanner>
      {phase.at === 'saved' && (
        <SavedBanner message={SAVED[phase.status]} hasNewerChanges={changes.isUnsaved} />
      )}
      <form
        ref={fields}
        className="post-form"
        noValidate
        inert={post.isDone}
        onChange={changes.note}
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        <div className="post-main">
          <TextField
            label="Title"
            autoComplete="off"
            placeholder="What is it about?"
            maxLength={TITLE_LENGTH_MAX}
            aria-describedby={post.missing?.title ? describedBy : undefined}
            error={errors.title?.message}
            {...form.register('title')}
          />
          <div className="field">
            <span className="field-label" aria-hidden>
              Content
            </span>
            <RichTextEditor
              content={post.content}
              label="Content"
              height={HEIGHTS[kind]}
              isInvalid={post.missing?.content ?? false}
              describedBy={post.missing?.content ? describedBy : undefined}
            />
          </div>
        </div>
        <div className="post-aside">
          {kind === 'new' ? (
            <FeaturedAddress form={form} onChange={changes.note} />
          ) : (
            <FeaturedUpload
              form={form}
              savedImage={options.saved.featuredImage}
              onChange={changes.note}
            />
          )}
          <SelectField
            label="Category"
            error={errors.category?.message}
            {...form.register('category')}
          >
            {categories.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </SelectField>
          <TextField
            label="Tags"
            hint="Separated by commas"
            autoComplete="off"
            autoCapitalize="none"
            placeholder="rust, web, testing"
            error={errors.tags?.message}
            {...form.register('tags')}
          />
        </div>
      </form>
      {previewed && (
        <PostPreview
          {...previewed}
          onClose={() => {
            setPreviewed(null);
          }}
        />
      )}
      <LeaveDialog
        isUnsaved={changes.isUnsaved}
        onAsk={draft.updateLeaveText}
        onStay={focusFirstField}
      >
        {draft.leaveText}
      </LeaveDialog>
    </div>
  );
}

type TryAgainProps = { status: Status; onSave: (status: Status) => void };

function TryAgain({ status, onSave }: TryAgainProps) {
  return (
    <button
      type="button"
      className="link-button"
      onClick={() => {
        onSave(status);
      }}
    >
      Try again
    </button>
  );
}
