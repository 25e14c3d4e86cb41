import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';

import { SAME_PAGE } from '../../../shared/same-page';

/** The text that a page for writing is about. A new text stays on its page when it gets the address of a saved one. */
export function useWritingVisit(editPath: (id: string) => string) {
  const { id } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  /** `created` is the id of the text that was first saved in this visit. */
  const [visit, setVisit] = useState({ pathname, number: 0, created: '' });
  const isContinued = id !== undefined && id === visit.created;

  if (visit.pathname !== pathname) {
    setVisit(
      isContinued ? { ...visit, pathname } : { pathname, number: visit.number + 1, created: '' },
    );
  }

  return {
    /** The id of an existing text; null for a new one, also after its first save. */
    id: id === undefined || isContinued ? null : id,
    /** Differs between new texts. */
    number: visit.number,
    /** Whether the page has the address of the text that it created. */
    isSaved: isContinued,
    /** Called with the id of the text after a save that stays on the page. */
    onSaved: (created: string) => {
      if (visit.created !== created) {
        setVisit({ ...visit, created });
        void navigate(editPath(created), SAME_PAGE);
      }
    },
  };
}
