import { createPost, updatePost } from '../../../features/editor/api';
import { checkImageAddress } from '../../../features/editor/post/featured-address';
import { PostEditor } from '../../../features/editor/post/post-editor';
import { CATEGORIES } from '../../../features/posts/categories';
import { POST_PARTS } from './post-parts';

const EMPTY_FORM = {
  title: '',
  content: '',
  category: CATEGORIES[0] ?? '',
  tags: '',
  slug: '',
  canonicalUrl: '',
  featuredImage: '',
  commentsClosed: null,
  announce: null,
  picture: null,
};

type Props = {
  /** Whether the page has the address of the post that it created. */
  isSaved: boolean;
  /** Called with the id of the post after a save that stays on the page. */
  onStayed: (id: string) => void;
};

export function NewPostPage({ isSaved, onStayed }: Props) {
  return (
    <PostEditor
      kind="new"
      texts={isSaved ? 'edit' : 'new'}
      post={null}
      saved={EMPTY_FORM}
      categories={CATEGORIES}
      parts={POST_PARTS}
      checkImage={checkImageAddress}
      needsImage
      send={(input, { featuredImage, picture }, stored) => {
        const image = featuredImage.trim();
        if (stored === null) {
          return createPost(input, image, picture);
        }
        const hasNewAddress = picture === null && image !== stored.featuredImage;
        return updatePost(
          stored.id,
          hasNewAddress ? { ...input, featuredImage: image } : input,
          picture,
        );
      }}
      onStayed={onStayed}
    />
  );
}
