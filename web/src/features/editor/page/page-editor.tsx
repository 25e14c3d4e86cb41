import { type ReactNode, useId, useRef, useState } from 'react';

import type { EditableStaticPage } from '../../../shared/api/types';
import { useMediaQuery } from '../../../shared/media-query';
import { LeaveDialog } from '../../../shared/ui/leave-dialog';
import type { PostFormValues } from '../draft/draft-store';
import '../html/html-policy';
import { FocusModeButton } from '../post/focus-mode-button';
import { PostHeader } from '../post/post-header';
import { PostPreview } from '../post/post-preview';
import { TEXTS } from '../post/post-texts';
import '../post/post.css';
import '../post/post-bar.css';
import { SavingState } from '../post/saving-state';
import { TextFacts } from '../post/text-facts';
import { usePageKeys } from '../post/use-page-keys';
import { usePublishing } from '../post/use-publishing';
import { useSettingsPanel } from '../post/use-settings-panel';
import { WritingColumn } from '../post/writing-column';
import { SourceButton } from '../source/source-button';
import { useSource } from '../source/use-source';
import './page.css';
import { PageNotices } from './page-notices';
import { PageSettings } from './page-settings';
import { type InvalidPageField, usePageForm } from './use-page-form';

const HEIGHT = 300;
const PHONE = '(max-width: 39.99rem)';
/** Static pages are kept in this browser until they are saved. */
const NO_AUTOSAVE = { at: null, trouble: null } as const;

type Props = {
  /** The page on the server; null for a new one. */
  page: EditableStaticPage | null;
  /** The page whose texts are shown. */
  texts: 'newPage' | 'editPage';
  onCreated: (id: string) => void;
  /** What other features add to the settings. */
  inSettings: (stored: EditableStaticPage | null) => ReactNode;
};

/** The page for writing a static page: it looks as readers will see it. */
export function PageEditor({ page: opened, texts, onCreated, inSettings }: Props) {
  const errorId = useId();
  const settingsId = useId();
  const column = useRef<HTMLDivElement>(null);
  const settings = useRef<HTMLDivElement>(null);
  const [toolbar, setToolbar] = useState<HTMLDivElement | null>(null);
  const [previewed, setPreviewed] = useState<PostFormValues | null>(null);
  const [isInFocusMode, setFocusMode] = useState(false);
  const isPhone = useMediaQuery(PHONE);
  const panel = useSettingsPanel();
  const page = usePageForm({
    page: opened,
    failed: TEXTS[texts].failed,
    onCreated,
    onInvalid: focusField,
  });
  const { form, content, changes, draft, saving, stored } = page;
  const source = useSource(content);
  const publishing = usePublishing(page, source.close);
  const facts = <TextFacts key={page.restored} content={content} />;

  usePageKeys({
    onSave: () => void page.save('present'),
    onFocusMode: () => {
      setFocusMode(!isInFocusMode);
    },
    onEscape: () => {
      if (publishing.pictures.length > 0) {
        publishing.close();
      } else if (page.error !== null) {
        page.dismissError();
      } else {
        setFocusMode(false);
      }
    },
  });

  function focusField(field: InvalidPageField) {
    if (field === 'content') {
      content.focus();
      return;
    }
    if (field !== 'title') {
      setFocusMode(false);
      panel.unfold();
    }
    form.setFocus(field);
  }

  function focusTitle() {
    // Not by the form: right after a reset it does not know its fields.
    column.current?.querySelector('textarea')?.focus();
  }

  async function preview() {
    if (await content.settle()) {
      setPreviewed(page.read());
    }
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

  const pageSettings = (
    <PageSettings
      id={settingsId}
      form={form}
      panel={panel}
      facts={isPhone && facts}
      stored={stored}
      fields={settings}
    >
      {inSettings(stored)}
    </PageSettings>
  );

  return (
    <div className="post-page" data-focus-mode={isInFocusMode || undefined}>
      <div className="post-bar">
        <PostHeader
          texts={texts}
          saving={saving}
          isDone={page.conflict !== null}
          canPublish
          besidePublish={null}
          facts={
            <>
              <SavingState
                isSaving={saving !== null}
                isUnsaved={changes.isUnsaved}
                isKept={changes.isKept}
                autosave={NO_AUTOSAVE}
                last={page.last}
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
        <PageNotices
          page={page}
          publishing={publishing}
          errorId={errorId}
          onTakeTheirs={() => {
            source.discard();
            void page.takeTheirs().then(focusTitle);
          }}
        />
      </div>
      <form
        className="post-form"
        data-settings={panel.isOpen ? 'open' : undefined}
        noValidate
        onChange={changes.note}
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        {panel.isNarrow && pageSettings}
        <WritingColumn
          ref={column}
          post={{
            form,
            content,
            draft,
            missing: page.missing,
            restore: page.restore,
            stored: stored && { revision: stored.version },
            autosave: NO_AUTOSAVE,
          }}
          source={source}
          toolbar={toolbar}
          height={HEIGHT}
          describedBy={page.error === null ? undefined : errorId}
          focusTitle={focusTitle}
        />
        {!panel.isNarrow && pageSettings}
      </form>
      {previewed && (
        <PostPreview
          post={previewed}
          image=""
          onClose={() => {
            setPreviewed(null);
          }}
        />
      )}
      <LeaveDialog isUnsaved={changes.isUnsaved} onAsk={draft.updateLeaveText} onStay={focusTitle}>
        {draft.leaveText}
      </LeaveDialog>
    </div>
  );
}
