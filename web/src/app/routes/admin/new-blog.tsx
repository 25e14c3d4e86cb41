import { useState } from 'react';

import { createBlog, updateBlog } from '../../../features/editor/api';
import { takesImage } from '../../../features/editor/post/featured-address';
import { PostEditor } from '../../../features/editor/post/post-editor';
import { CATEGORIES } from '../../../features/posts/categories';

const NOTHING_YET = {
  title: '',
  content: '',
  category: CATEGORIES[0],
  tags: '',
  featuredImage: '',
  picture: null,
};

export function NewBlogPage() {
  /** The post that a first save made: what is written afterwards belongs to it. */
  const [id, setId] = useState<string | null>(null);
  return (
    <PostEditor
      kind="new"
      name={id ?? 'new'}
      saved={NOTHING_YET}
      categories={CATEGORIES}
      checkImage={takesImage}
      needsImage
      send={async (post, { featuredImage, picture }) => {
        const image = featuredImage.trim();
        if (id === null) {
          setId(await createBlog(post, image, picture));
        } else {
          await updateBlog(id, picture ? post : { ...post, featuredImage: image }, picture);
        }
      }}
    />
  );
}
