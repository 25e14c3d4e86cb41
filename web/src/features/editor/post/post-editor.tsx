import { useId, useRef, useState } from 'react';

import { useMediaQuery } from '../../../shared/media-query';
import { usePermissions } from '../../../shared/session/permissions';
import { LeaveDialog } from '../../../shared/ui/leave-dialog';
import type { PostFormValues } from '../draft/draft-store';
import { ConflictPage } from '../conflict/conflict-page';
import { dataAddress } from '../../../shared/picture-files/picture-files';
import { SourceButton } from '../source/source-button';
import { useSource } from '../source/use-source';
import { type EditorParts, editedPost } from './editor-parts';
import { FeaturedAddress } from './featured-address';
import { FeaturedUpload } from './featured-upload';
import { FocusModeButton } from './focus-mode-button';
import { PostHeader } from './post-header';
import { PostNotices } from './post-notices';
import { PostPreview } from './post-preview';
import { PostSettings } from './post-settings';
import { TEXTS } from './post-texts';
import '../html/html-policy';
import './post.css';
import './post-bar.css';
import { SavingState } from './saving-state';
import { TextFacts } from './text-facts';
import { useFirstError } from './use-first-error';
import { usePageKeys } from './use-page-keys';
import { type PostFormOptions, usePostForm } from './use-post-form';
import { usePublishing } from './use-publishing';
import { useSettingsPanel } from './use-settings-panel';
import { WritingColumn } from './writing-column';

const HEIGHTS = { new: 400, edit: 300 } as const;
const PHONE = '(max-width: 39.99rem)';

type Props = Omit<PostFormOptions, 'failed' | 'canSetAddresses' | 'onInvalid'> & {
  /** The page on which the form was opened. */
  kind: 'new' | 'edit';
  /** The page whose texts are shown. */
  texts: keyof typeof TEXTS;
  categories: readonly string[];
  parts: EditorParts;
};

type Previewed = { post: PostFormValues; image: string };

/** The page for writing a post: it looks as readers will see it. */
export function PostEditor({ kind, texts, categories, parts, ...options }: Props) {
  const errorId = useId();
  const settingsId = useId();
  const column = useRef<HTMLDivElement>(null);
  const settings = useRef<HTMLDivElement>(null);
  const [toolbar, setToolbar] = useState<HTMLDivElement | null>(null);
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const [isInFocusMode, setFocusMode] = useState(false);
  const isPhone = useMediaQuery(PHONE);
  const permissions = usePermissions();
  const { canPublish, canSetAddresses } = permissions;
  const panel = useSettingsPanel();
  const focusFirstError = useFirstError(settings, () => {
    setFocusMode(false);
    panel.unfold();
  });
  const post = usePostForm({
    ...options,
    failed: TEXTS[texts].failed,
    canSetAddresses,
    onInvalid: (field) => {
      focusFirstError(field, form, content);
    },
  });
  const { form, content, phase, draft, changes, conflict } = post;
  const source = useSource(content);
  const publishing = usePublishing(post, source.close);
  const saving = phase.at === 'saving' ? phase.request : null;
  const edited = editedPost(post);
  const isPublishReplaced = parts.replacesPublish?.(edited, permissions) ?? false;
  const facts = <TextFacts key={post.restored} content={content} />;

  usePageKeys({
    onSave: () => void post.save('present'),
    onFocusMode: () => {
      setFocusMode(!isInFocusMode);
    },
    onEscape: () => {
      if (publishing.pictures.length > 0) {
        publishing.close();
      } else if (post.error !== null) {
        post.dismissError();
      } else {
        setFocusMode(false);
      }
    },
  });

  function focusTitle() {
    // Not by the form: right after a reset it does not know its fields.
    column.current?.querySelector('textarea')?.focus();
  }

  /** Goes on where the conflict page was opened, once the text is rendered again. */
  function backToText() {
    requestAnimationFrame(() => {
      content.focus();
    });
  }

  async function preview() {
    if (!(await content.settle())) {
      return;
    }
    const written = post.read();
    const image = written.picture ? await dataAddress(written.picture) : written.featuredImage;
    setPreviewed({ post: written, image: image.trim() });
  }

  const sourceButton = (
    <SourceButton
      view={source}
      place={isPhone ? 'tools' : 'header'}
      onClosed={() => {
        content.focus();
      }}
    />
  );

  const postSettings = (
    <PostSettings
      id={settingsId}
      form={form}
      categories={categories}
      panel={panel}
      fields={settings}
      facts={isPhone && facts}
      stored={post.stored}
      image={
        kind === 'new' ? (
          <FeaturedAddress form={form} stored={post.stored} onChange={changes.note} />
        ) : (
          <FeaturedUpload
            form={form}
            savedImage={post.stored?.featuredImage ?? ''}
            onChange={changes.note}
          />
        )
      }
    >
      {parts.inSettings?.(edited)}
    </PostSettings>
  );

  return (
    <>
      {conflict.present && (
        <ConflictPage
          conflict={conflict.present}
          onKeepMine={() => {
            conflict.keepMine();
            backToText();
          }}
          onTakeTheirs={() => {
            source.discard();
            void conflict.takeTheirs().then(backToText);
          }}
          onEditOn={() => {
            conflict.editOn();
            backToText();
          }}
        />
      )}
      <div
        className="post-page"
        data-focus-mode={isInFocusMode || undefined}
        hidden={conflict.present !== null}
      >
        <div className="post-bar">
          <PostHeader
            texts={texts}
            saving={saving}
            isDone={post.isDone}
            canPublish={canPublish && !isPublishReplaced}
            besidePublish={parts.besidePublish?.(edited, isPublishReplaced)}
            facts={
              <>
                <SavingState
                  isSaving={saving !== null}
                  isUnsaved={changes.isUnsaved}
                  isKept={changes.isKept}
                  autosave={post.autosave}
                  last={post.last}
                />
                {!isPhone && facts}
              </>
            }
            view={!isPhone && sourceButton}
            panel={panel}
            panelId={settingsId}
            onPreview={() => void preview()}
            onSave={(status) => void publishing.save(status)}
          />
          <div className="post-tools">
            <div ref={setToolbar} className="post-toolbar" hidden={source.isOpen} />
            {source.isOpen && (
              <p className="source-title">
                {source.isConverting ? 'Markdown · Converting…' : 'Markdown'}
              </p>
            )}
            {isPhone && sourceButton}
            <FocusModeButton
              isOn={isInFocusMode}
              onToggle={() => {
                setFocusMode(!isInFocusMode);
              }}
            />
          </div>
          <PostNotices post={post} publishing={publishing} errorId={errorId} />
        </div>
        {parts.aboveText?.(edited)}
        <form
          className="post-form"
          data-settings={panel.isOpen ? 'open' : undefined}
          noValidate
          inert={post.isDone}
          onChange={changes.note}
          onSubmit={(event) => {
            event.preventDefault();
          }}
        >
          {panel.isNarrow && postSettings}
          <WritingColumn
            ref={column}
            post={post}
            source={source}
            toolbar={toolbar}
            height={HEIGHTS[kind]}
            describedBy={post.error === null ? undefined : errorId}
            focusTitle={focusTitle}
          />
          {!panel.isNarrow && postSettings}
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
          onStay={focusTitle}
        >
          {draft.leaveText}
        </LeaveDialog>
      </div>
    </>
  );
}
