/** The texts of the pages for writing posts (product.md §2 and §8) and static pages. */

const OF_POSTS = {
  loading: 'Loading blog...',
  preview: 'Preview post',
  settings: 'Post settings',
} as const;
const OF_PAGES = {
  loading: 'Loading the page...',
  preview: 'Preview page',
  settings: 'Page settings',
} as const;

export const TEXTS = {
  new: {
    ...OF_POSTS,
    title: 'New Blog',
    draft: 'Save Draft',
    busy: { draft: 'Saving...', published: 'Publishing...' },
    failed: 'Failed to create blog',
  },
  edit: {
    ...OF_POSTS,
    title: 'Edit Blog',
    draft: 'Save as Draft',
    busy: { draft: 'Updating...', published: 'Updating...' },
    failed: 'Failed to update blog',
  },
  newPage: {
    ...OF_PAGES,
    title: 'New Page',
    draft: 'Save Draft',
    busy: { draft: 'Saving...', published: 'Publishing...' },
    failed: 'Failed to create the page',
  },
  editPage: {
    ...OF_PAGES,
    title: 'Edit Page',
    draft: 'Save as Draft',
    busy: { draft: 'Updating...', published: 'Updating...' },
    failed: 'Failed to update the page',
  },
} as const;

export const SAVED = { draft: 'Post Saved as Draft', published: 'Post Published!' } as const;
