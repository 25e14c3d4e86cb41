import { useState } from 'react';

import { createPost, updatePost } from '../../../features/editor/api';
import { checkImageAddress } from '../../../features/editor/post/featured-address';
import { PostEditor } from '../../../features/editor/post/post-editor';
import { CATEGORIES } from '../../../features/posts/categories';

const EMPTY_FORM = {
  title: '',
  content: '',
  category: CATEGORIES[0] ?? '',
  tags: '',
  featuredImage: '',
  picture: null,
};

export function NewPostPage() {
  /** The id of the post that the first save created; later saves update it. */
  const [id, setId] = useState<string | null>(null);
  return (
    <PostEditor
      kind="new"
      name={id ?? 'new'}
      saved={EMPTY_FORM}
      categories={CATEGORIES}
      checkImage={checkImageAddress}
      needsImage
      send={async (input, { featuredImage, picture }) => {
        const image = featuredImage.trim();
        if (id === null) {
          setId(await createPost(input, image, picture));
        } else {
          await updatePost(id, picture ? input : { ...input, featuredImage: image }, picture);
        }
      }}
    />
  );
}
