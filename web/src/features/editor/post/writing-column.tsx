import type { Ref } from 'react';

import { TooManyAutosaves } from '../autosave/too-many-autosaves';
import { DraftNotice } from '../draft/draft-notice';
import type { FoundDraft } from '../draft/draft-store';
import { RichTextEditor } from '../rich-text-editor';
import { SourceView } from '../source/source-view';
import type { useSource } from '../source/use-source';
import { TitleField } from './title-field';
import type { usePostForm } from './use-post-form';

type PostForm = ReturnType<typeof usePostForm>;

/** The form of a post or of a static page, as far as its text goes. */
export type WrittenText = Pick<PostForm, 'form' | 'content' | 'restore'> & {
  draft: Pick<PostForm['draft'], 'discard' | 'warning'> & { offered: readonly FoundDraft[] };
  missing: { title: boolean; content: boolean } | null;
  /** What is stored; null before the first save. */
  stored: { revision: number } | null;
  autosave: { trouble: PostForm['autosave']['trouble'] };
};

type Props = {
  post: WrittenText;
  source: ReturnType<typeof useSource>;
  /** The element for the toolbar; null until it is rendered. */
  toolbar: HTMLElement | null;
  height: 300 | 400;
  /** The id of the error that the title or the text may have caused. */
  describedBy: string | undefined;
  focusTitle: () => void;
  ref: Ref<HTMLDivElement>;
};

/** The title and the text as readers will see them, under the drafts of earlier visits. */
export function WritingColumn(props: Props) {
  const { post, source, toolbar, height, describedBy, focusTitle, ref } = props;
  const { form, content, draft, missing } = post;
  return (
    <div ref={ref} className="post-main">
      <DraftNotice
        drafts={draft.offered}
        revision={post.stored?.revision}
        onRestore={(found) => {
          source.discard();
          post.restore(found);
          focusTitle();
        }}
        onDiscard={draft.discard}
        onGone={focusTitle}
      />
      {draft.warning && (
        <p className="draft-trouble" role="alert">
          {draft.warning}
        </p>
      )}
      {post.autosave.trouble === 'too many' && <TooManyAutosaves />}
      <TitleField
        form={form}
        describedBy={missing?.title ? describedBy : undefined}
        onEnter={() => {
          content.focus();
        }}
      />
      {source.isOpen && <SourceView view={source} />}
      <div hidden={source.isOpen}>
        <RichTextEditor
          content={content}
          toolbar={toolbar}
          label="Content"
          height={height}
          isInvalid={missing?.content ?? false}
          describedBy={missing?.content ? describedBy : undefined}
        />
      </div>
    </div>
  );
}
