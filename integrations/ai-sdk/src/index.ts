export type { ToolAnswer, Toolset } from 'webdata-client';
export { type WebdataToolSet, type WebdataToolsOptions, webdataTools } from './webdata-tools.ts';
