import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';

import { editableBlogQuery, updateBlog } from '../../../features/editor/api';
import { EditBlogStates } from '../../../features/editor/post/edit-blog-states';
import { PostEditor } from '../../../features/editor/post/post-editor';
import { CATEGORIES } from '../../../features/posts/categories';
import { messageFor } from '../../../shared/api/errors';
import type { EditableBlog } from '../../../shared/api/types';
import { paths } from '../../../shared/paths';

const FAILED = 'Failed to fetch blog';
const REDIRECT_MS = 3_000;

export function EditBlogPage() {
  const { id = '' } = useParams();
  return <BlogWithId key={id} id={id} />;
}

function BlogWithId({ id }: { id: string }) {
  const navigate = useNavigate();
  const { data: blog, error } = useQuery(editableBlogQuery(id));
  const isLost = error !== null;

  useEffect(() => {
    if (!isLost) {
      return undefined;
    }
    const timer = setTimeout(() => {
      void navigate(paths.adminDashboard, { replace: true });
    }, REDIRECT_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isLost, navigate]);

  if (!blog) {
    return <EditBlogStates error={error && messageFor(error, FAILED)} />;
  }
  return (
    <PostEditor
      kind="edit"
      name={blog._id}
      saved={writtenIn(blog)}
      categories={CATEGORIES}
      needsImage={blog.featuredImage !== null}
      checkImage={() => Promise.resolve(true)}
      send={(post, { picture }) => updateBlog(blog._id, post, picture)}
    />
  );
}

function writtenIn({ title, content, category, tags, featuredImage }: EditableBlog) {
  return {
    title,
    content,
    category,
    tags: tags.join(', '),
    featuredImage: featuredImage ?? '',
    picture: null,
  };
}
