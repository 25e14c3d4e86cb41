/** The texts of the pages for writing posts (product.md §2 and §8). */
export const TEXTS = {
  new: {
    title: 'New Blog',
    draft: 'Save Draft',
    busy: { draft: 'Saving...', published: 'Publishing...' },
    failed: 'Failed to create blog',
  },
  edit: {
    title: 'Edit Blog',
    draft: 'Save as Draft',
    busy: { draft: 'Updating...', published: 'Updating...' },
    failed: 'Failed to update blog',
  },
} as const;

export const SAVED = { draft: 'Post Saved as Draft', published: 'Post Published!' } as const;
