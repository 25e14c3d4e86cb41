import { NewsletterForm } from '../../../features/newsletter/newsletter-form';
import { lead, title } from '../../../shared/labels/newsletter.json';
import '../../../shared/styles/newsletter.css';
import { PageTitle } from '../../../shared/ui/page-title';

/** The page where visitors ask for the newsletter. */
export function NewsletterPage() {
  return (
    <div className="page">
      <PageTitle title={title}>{title}</PageTitle>
      <p className="page-lead">{lead}</p>
      <NewsletterForm />
    </div>
  );
}
