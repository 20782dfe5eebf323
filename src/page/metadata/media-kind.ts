/** Kind of content, which selects its reader. */
export type MediaKind =
  | 'html'
  | 'xml'
  | 'json'
  | 'text'
  | 'markdown'
  | 'csv'
  | 'feed'
  | 'pdf'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'odt'
  | 'ods'
  | 'odp'
  | 'epub'
  | 'rtf'
  | 'eml'
  | 'msg'
  | 'ics'
  | 'vcf'
  | 'svg'
  | 'image'
  | 'document'
  | 'binary';

/** Kind and media type of a response. */
export interface MediaType {
  kind: MediaKind;
  /** Type and subtype in lower case. */
  type: string;
}
