export type { ToolAnswer, Toolset } from 'webdata-client';
export type { PageMetadata } from './page-document.ts';
export { WebdataReader, type WebdataReaderOptions, type WebdataSource } from './webdata-reader.ts';
export { type WebdataToolsOptions, webdataTools } from './webdata-tools.ts';
