import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import type { StoredPost } from '../api';
import type { PostFormValues } from '../draft/draft-store';

/** The post as the server has it; null before its first save. */
export function useStoredPost(initial: StoredPost | null) {
  const [post, setPost] = useState(initial);
  const latest = useRef(initial);
  const isMounted = useRef(false);

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  return {
    post,
    /** Returns the post also between a save and the next rendering. */
    latest: () => latest.current,
    isMounted: () => isMounted.current,
    put: (stored: StoredPost) => {
      latest.current = stored;
      setPost(stored);
    },
  };
}

/** Replaces an uploaded picture in the form by its address, unless the picture was changed meanwhile. */
export function settlePicture(
  form: UseFormReturn<PostFormValues>,
  sent: File | null,
  { featuredImage }: StoredPost,
): void {
  if (sent !== null && form.getValues('picture') === sent) {
    form.setValue('picture', null);
    form.setValue('featuredImage', featuredImage);
  }
}
