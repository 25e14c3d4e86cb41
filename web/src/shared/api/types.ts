/** The wire's types under the names that the client uses; they come from the server's own document. */
import type { components } from './schema';

type Schemas = components['schemas'];

export type Admin = Schemas['Admin'];
export type AnalyticsDay = Schemas['AnalyticsDay'];
export type Blog = Schemas['Blog'];
export type BlogAnswer = Schemas['BlogAnswer'];
/** A blog whose text is ready for reading. */
export type ReadableBlog = Extract<Blog, { reading: Reading }>;
export type BlogSummary = Schemas['BlogSummary'];
export type BlogsAnswer = Schemas['BlogsAnswer'];
export type Reading = Schemas['Reading'];
export type Heading = Schemas['Heading'];
export type Commenter = Schemas['Commenter'];
export type Comment = Schemas['Comment'];
export type DeviceType = Schemas['DeviceType'];
export type User = Schemas['User'];
export type ProfileImage = Schemas['ProfileImage'];
export type ProfileComment = Schemas['ProfileComment'];
export type ListedUser = Schemas['ListedUser'];
export type ManagedComment = Schemas['ManagedComment'];
export type BlogDraft = Schemas['BlogDraft'];
export type EditableBlog = Schemas['EditableBlog'];
