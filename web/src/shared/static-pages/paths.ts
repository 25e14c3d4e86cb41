/** The paths of the panel for static pages. Apart from the others, which every article loads. */
export const pagePaths = {
  list: '/admin/pages',
  create: '/admin/new-page',
  edit: (id: string) => `/admin/edit-page/${encodeURIComponent(id)}`,
  history: (id: string) => `/admin/edit-page/${encodeURIComponent(id)}/history`,
} as const;
