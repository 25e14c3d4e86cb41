import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

import { editablePostQuery, storedPost, updatePost } from '../../../features/editor/api';
import { EditPostStates } from '../../../features/editor/post/edit-post-states';
import { formValues } from '../../../features/editor/post/form-values';
import { PostEditor } from '../../../features/editor/post/post-editor';
import { CATEGORIES } from '../../../features/posts/categories';
import { hasCode, messageFor } from '../../../shared/api/errors';
import type { EditablePost } from '../../../shared/api/types';
import { paths } from '../../../shared/paths';
import { usePermissions } from '../../../shared/session/permissions';
import { NoPermission } from '../../../shared/ui/no-permission';
import { POST_PARTS } from './post-parts';

const FAILED = 'Failed to fetch blog';
const REDIRECT_MS = 3_000;

export function EditPostPage({ id }: { id: string }) {
  const navigate = useNavigate();
  const { data: post, error } = useQuery(editablePostQuery(id));
  // A post that was loaded stays: saving it fetches it again, and that may fail.
  const isForbidden = hasCode(error, 'role_not_allowed') && !post;
  const hasFailed = error !== null && !post && !isForbidden;

  useEffect(() => {
    if (!hasFailed) {
      return undefined;
    }
    const timer = setTimeout(() => {
      void navigate(paths.adminDashboard, { replace: true });
    }, REDIRECT_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [hasFailed, navigate]);

  if (isForbidden) {
    return (
      <NoPermission>
        Somebody else wrote this post. Besides them, only editors and administrators can change it.
      </NoPermission>
    );
  }
  if (!post) {
    return <EditPostStates error={error && messageFor(error, FAILED)} />;
  }
  return <LoadedPost post={post} />;
}

function LoadedPost({ post }: { post: EditablePost }) {
  const { canChange } = usePermissions();
  // Decided when the page opens: what is written here stays when the role or the post changes meanwhile.
  const [isOpen] = useState(canChange(post));
  if (!isOpen) {
    return (
      <NoPermission>
        This post is published; only editors and administrators can change it now.
      </NoPermission>
    );
  }
  return (
    <PostEditor
      kind="edit"
      texts="edit"
      post={storedPost(post)}
      saved={formValues(post)}
      categories={CATEGORIES}
      parts={POST_PARTS}
      needsImage={post.featuredImage !== null}
      checkImage={() => Promise.resolve(true)}
      send={(input, { featuredImage, picture }, stored) => {
        const image = featuredImage.trim();
        // Another one than the stored: that of a draft.
        const hasNewAddress = picture === null && image !== '' && image !== stored?.featuredImage;
        return updatePost(
          post._id,
          hasNewAddress ? { ...input, featuredImage: image } : input,
          picture,
        );
      }}
    />
  );
}
