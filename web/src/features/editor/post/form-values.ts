import type { EditablePost } from '../../../shared/api/types';
import type { PostFormValues } from '../draft/draft-store';

/** Returns the values of the form for a stored post. */
export function formValues(post: EditablePost): PostFormValues {
  const { title, content, category, tags, slug, canonicalUrl, featuredImage } = post;
  return {
    title,
    content,
    category,
    tags: tags.join(', '),
    slug,
    canonicalUrl: canonicalUrl ?? '',
    featuredImage: featuredImage ?? '',
    commentsClosed: null,
    announce: null,
    picture: null,
  };
}
