import { ArrowLeft } from 'lucide-react';

import { useGoBack } from '../../shared/use-go-back';

export function BackButton() {
  const goBack = useGoBack();
  return (
    <button type="button" className="mark-button article-back" onClick={goBack}>
      <ArrowLeft aria-hidden />
      Back
    </button>
  );
}
