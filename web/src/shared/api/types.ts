/** The types of the API under the names of this client; generated from the server's OpenAPI document. */
import type { components } from './schema';

type Schemas = components['schemas'];

export type Admin = Schemas['Admin'];
export type AnalyticsDay = Schemas['AnalyticsDay'];
/** What a post got in a span of days. */
export type PostAnalytics = Schemas['BlogAnalytics'];
export type PostAnalyticsDay = Schemas['BlogAnalyticsDay'];
/** A site that led to a post. */
export type Referrer = Schemas['BlogReferrer'];
export type Post = Schemas['Blog'];
export type PostResponse = Schemas['BlogResponse'];
/** A post with rendered text. */
export type ReadablePost = Extract<Post, { reading: Reading }>;
export type PostSummary = Schemas['BlogSummary'];
/** A post or draft in a list of the staff. */
export type ManagedPost = Schemas['ManagedBlog'];
/** A post in the calendar of the staff. */
export type CalendarPost = Schemas['CalendarBlog'];
/** A draft that is read by its preview link. */
export type PreviewResponse = Schemas['AnyPreview'];
/** A page that the team has written. */
export type StaticPage = Schemas['StaticPage'];
export type StaticPageResponse = Schemas['StaticPageResponse'];
/** A static page or its draft in a list of the staff. */
export type ManagedStaticPage = Schemas['ManagedStaticPage'];
export type EditableStaticPage = Schemas['EditableStaticPage'];
export type StaticPageRevision = Schemas['StaticPageRevision'];
export type StaticPageConflict = Schemas['StaticPageConflict'];
export type PostsResponse = Schemas['BlogsResponse'];
export type SearchSuggestion = Schemas['Suggestion'];
export type Reading = Schemas['Reading'];
export type Heading = Schemas['Heading'];
export type Commenter = Schemas['Commenter'];
export type Comment = Schemas['Comment'];
/** A comment that readers see, with its author. */
export type VisibleComment = Comment & { user: Commenter };
/** The first comment of a thread with the first replies. */
export type Thread = Schemas['Thread'];
export type ThreadsResponse = Schemas['ThreadsResponse'];
export type RepliesResponse = Schemas['RepliesResponse'];
/** The reason of a report. */
export type ReportReason = 'spam' | 'abuse' | 'offtopic' | 'other';
export type DeviceType = Schemas['DeviceType'];
export type ErrorCode = Schemas['ErrorCode'];
export type User = Schemas['User'];
export type ProfileImage = Schemas['ProfileImage'];
export type ProfileComment = Schemas['ProfileComment'];
export type Role = Schemas['Role'];
export type TeamMember = Schemas['TeamMember'];
export type Invite = Schemas['Invite'];
export type ApiKey = Schemas['ApiKey'];
export type NewApiKey = Schemas['NewApiKey'];
export type Webhook = Schemas['Webhook'];
export type NewWebhook = Schemas['NewWebhook'];
export type WebhookChange = Schemas['WebhookChange'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type Redirect = Schemas['Redirect'];
export type NewRedirect = Schemas['NewRedirect'];
export type RedirectChange = Schemas['RedirectChange'];
/** What became of the lines of a file of redirects. */
export type ImportedRedirects = Schemas['ImportedRedirects'];
/** A tag with its page. */
export type Tag = Schemas['Tag'];
/** A tag in the list of editors. */
export type ManagedTag = Schemas['ManagedTag'];
export type TagChange = Schemas['TagChangeBody'];
/** An author, and what they say of themselves. */
export type AuthorProfile = Schemas['AuthorProfile'];
export type AuthorProfileChange = Schemas['OwnAuthorChange'];
export type Series = Schemas['Series'];
export type SeriesChange = Schemas['SeriesInput'];
/** A post of a series, published or not. */
export type SeriesPost = Schemas['SeriesPost'];
/** The place of a post among the published ones of its series. */
export type SeriesPlace = Schemas['SeriesPlace'];
/** An export that was uploaded, and what becomes of it. */
export type Import = Schemas['Import'];
export type ImportState = Schemas['ImportState'];
export type ImportTotals = Schemas['ImportTotals'];
export type ImportOptions = Schemas['ImportOptions'];
export type ImportEntry = Schemas['ImportEntry'];
export type ApplyImport = Schemas['ApplyImport'];
export type AuthorRequest = Schemas['AuthorRequest'];
export type ListedUser = Schemas['ListedUser'];
export type ManagedComment = Schemas['ManagedComment'];
export type SpamRules = Schemas['SpamRules'];
export type SiteSettings = Schemas['SiteSettings'];
export type SiteSettingsChange = Schemas['SiteSettingsChange'];
export type MailSettings = Schemas['MailSettings'];
export type MailServerChange = Schemas['MailServerChange'];
export type MailTest = Schemas['MailTestResponse'];
export type SetupRequest = Schemas['SetupRequest'];
export type SetupState = Schemas['SetupResponse'];
export type SetupDone = Schemas['SetupDone'];
export type SiteLink = Schemas['SiteLink'];
export type Palette = Schemas['Palette'];
export type ManagedUser = Schemas['ManagedUser'];
export type PostDraft = Schemas['BlogDraft'];
export type EditablePost = Schemas['EditableBlog'];
export type PossibleAuthor = Schemas['PossibleAuthor'];
export type Note = Schemas['BlogNote'];
export type Autosave = Schemas['Autosave'];
export type AutosaveDraft = Schemas['AutosaveDraft'];
export type StoredAutosave = Schemas['AutosavedResponse'];
export type AutosaveSummary = Schemas['AutosaveSummary'];
export type PostEditor = Schemas['PostEditor'];
export type Revision = Schemas['Revision'];
export type Comparison = Schemas['RevisionDiffResponse'];
/** A change by the staff. */
export type AuditEntry = Schemas['AuditEntry'];
/** What a reader or a member of the staff is told. */
export type Notice = Schemas['Notification'];
/** How the mails of a kind of notices come. */
export type MailHow = Schemas['How'];
export type MailPreferences = Schemas['MailPreferences'];
/** An author, a tag, a series or a post that a reader follows. */
export type Follow = Schemas['Follow'];
/** A session of the account that is signed in. */
export type AccountSession = Schemas['Session'];
/** A passkey of the account that is signed in. */
export type Passkey = Schemas['PasskeyBody'];
export type NewPasskey = Schemas['NewPasskeyBody'];
export type AddedPasskey = Schemas['PasskeyAddedResponse'];
export type PasskeyCreation = Schemas['PasskeyCreation'];
export type PasskeyAssertion = Schemas['PasskeyAssertion'];
/** The answer to a right password where a second factor is asked for. */
export type SecondStep = Schemas['SecondStepResponse'];
/** What a change of the second factors needs: the password, and a code or a passkey where the account has one. */
export type Confirmation = Schemas['Confirmation'];
/** What completes a login after the password. */
export type SecondProof = { code: string } | { passkey: PasskeyAssertion };
/** The answer to a reader who has come from a provider. */
export type FinishAnswer = Schemas['FinishAnswer'];
/** An account at a provider that logs a reader in. */
export type LinkedIdentity = Schemas['Identity'];
export type Subscriber = Schemas['Subscriber'];
export type SuppressedAddress = Schemas['SuppressedAddress'];
