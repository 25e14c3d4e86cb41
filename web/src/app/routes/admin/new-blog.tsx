import { createBlog } from '../../../features/editor/api';
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
  return (
    <PostEditor
      kind="new"
      name="new"
      saved={NOTHING_YET}
      categories={CATEGORIES}
      checkImage={takesImage}
      needsImage
      send={(post, { featuredImage, picture }) => createBlog(post, featuredImage.trim(), picture)}
    />
  );
}
