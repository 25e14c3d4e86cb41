import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';

import { paths } from '../../../shared/paths';
import { SAME_PAGE } from '../../../shared/same-page';
import { EditPostPage } from './edit-post';
import { NewPostPage } from './new-post';

/** The page for a new post or for an existing one. A new post stays on its page when it gets the address of a saved one. */
export function WritingPage() {
  const { id } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  /** `created` is the id of the post that was first saved in this visit. */
  const [visit, setVisit] = useState({ pathname, number: 0, created: '' });
  const isContinued = id !== undefined && id === visit.created;

  if (visit.pathname !== pathname) {
    setVisit(
      isContinued ? { ...visit, pathname } : { pathname, number: visit.number + 1, created: '' },
    );
  }

  if (id !== undefined && !isContinued) {
    return <EditPostPage key={id} id={id} />;
  }
  return (
    <NewPostPage
      key={visit.number}
      isSaved={isContinued}
      onStayed={(created) => {
        if (visit.created !== created) {
          setVisit({ ...visit, created });
          void navigate(paths.adminEditPost(created), SAME_PAGE);
        }
      }}
    />
  );
}
