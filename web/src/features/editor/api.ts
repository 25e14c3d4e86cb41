import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { answered } from '../../shared/api/client';
import { fetchInTime, fetchWithin } from '../../shared/api/connection';
import type { EditableBlog, Reading } from '../../shared/api/types';

/** For pictures over a slow line. */
const PICTURE_PATIENCE_MS = 180_000;

export type Status = 'draft' | 'published';

export type Post = {
  title: string;
  content: string;
  category: string;
  tags: string[];
  status: Status;
};

/** A post as administrators have it, also when it is a draft. */
export function editableBlogQuery(id: string) {
  return queryOptions({
    queryKey: ['editable-blog', id],
    queryFn: async ({ signal }): Promise<EditableBlog> => {
      const call = adminApi.GET('/blogs/admin/blogs/{id}', { params: { path: { id } }, signal });
      return (await answered(call)).blog;
    },
    // What is being edited is not asked for again behind the writer's back.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** A text that is being written, made ready for reading as it will be once it is saved. */
export function previewQuery(content: string) {
  return queryOptions({
    queryKey: ['preview', content],
    queryFn: async ({ signal }): Promise<Reading> =>
      (
        await answered(
          adminApi.POST('/blogs/preview', { body: { content }, signal, ...patienceFor(content) }),
        )
      ).reading,
    staleTime: Number.POSITIVE_INFINITY,
    // With the pictures in it a text may be large.
    gcTime: 0,
  });
}

/** With the address of its picture, or the picture itself. Returns the id of the new post. */
export async function createBlog(
  post: Post,
  featuredImage: string,
  picture: File | null,
): Promise<string> {
  const { blog } = await answered(
    adminApi.POST('/blogs/create', {
      body: { ...post, featuredImage },
      ...patienceFor(post.content, picture),
      ...(picture && { bodySerializer: () => formOf(post, picture) }),
    }),
  );
  return blog._id;
}

/** Without a new picture, or the address of one, the present one stays. */
export async function updateBlog(
  id: string,
  post: Post & { featuredImage?: string },
  picture: File | null,
): Promise<void> {
  await answered(
    adminApi.PUT('/blogs/update/{id}', {
      params: { path: { id } },
      body: post,
      ...patienceFor(post.content, picture),
      ...(picture && { bodySerializer: () => formOf(post, picture) }),
    }),
  );
}

/** How a call waits that carries this text and perhaps a picture. */
function patienceFor(content: string, picture: File | null = null) {
  const hasPictures = picture !== null || content.includes('src="data:');
  return {
    fetch: hasPictures
      ? (request: Request) => fetchWithin(request, PICTURE_PATIENCE_MS)
      : fetchInTime,
  };
}

function formOf({ tags, title, content, category, status }: Post, picture: File): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries({ title, content, category, status })) {
    form.set(name, text);
  }
  form.set('tags', JSON.stringify(tags));
  form.set('featuredImage', picture);
  return form;
}
