export type { ToolAnswer, Toolset } from 'webdata-client';
export type { PageMetadata } from './page-document.ts';
export { WebdataLoader, type WebdataLoaderOptions } from './webdata-loader.ts';
export { WebdataRetriever, type WebdataRetrieverOptions } from './webdata-retriever.ts';
export { type WebdataToolsOptions, webdataTools } from './webdata-tools.ts';
