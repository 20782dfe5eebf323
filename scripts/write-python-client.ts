import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { calledOperations, openApiDocument } from './described-operations.ts';
import { writeOperations } from './python-client/python-operations.ts';
import { toSync } from './python-client/python-sync.ts';
import { createTypeWriter } from './python-client/python-types.ts';

const folder = new URL('../clients/python/src/webdata/', import.meta.url);
const notice = (source: string): string =>
  `# Generated from ${source} by scripts/write-python-client.ts. Do not edit.\n`;
const fromDocument = notice('the OpenAPI document of the service');

function modelsModule(types: string): string {
  return `${fromDocument}"""Models of responses."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from ._model import ACCEPT_NEW_VALUES, Model


${types}`;
}

function inputsModule(types: string): string {
  return `${fromDocument}"""Fields of requests as typed dictionaries."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from typing_extensions import Required, TypedDict

from ._options import CallOptions

__all__ = ["CallOptions"]


${types}`;
}

function tableModule(rows: string): string {
  return `${fromDocument}"""How each operation is sent."""

from ._request import Operation

TABLE: dict[str, Operation] = {
${rows}
}
`;
}

function operationsModule(methods: string): string {
  return `${fromDocument}"""A method for each operation of the service."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from typing_extensions import Unpack

from .. import inputs, models
from .._table import TABLE
from .calls import AsyncCalls
from .download import AsyncDownload


class AsyncOperations(AsyncCalls):
    """A method for each operation of the service. Fields of query and body are keyword arguments."""

${methods}`;
}

/** Returns the hand-written modules of the asynchronous client by their name. */
async function asyncModules(): Promise<Map<string, string>> {
  const source = new URL('_async/', folder);
  const names = (await readdir(source)).filter((name) => name.endsWith('.py') && name !== 'operations.py');
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, source), 'utf8')));
  return new Map(names.map((name, at) => [name, texts[at] ?? '']));
}

/** Returns the generated files of clients/python by their URL; a test compares them with the committed ones. */
export async function pythonClientFiles(): Promise<Map<URL, string>> {
  const document = openApiDocument();
  const { schemas } = document.components;
  const models = createTypeWriter('models', schemas);
  const inputs = createTypeWriter('inputs', schemas);
  const { table, methods } = writeOperations(calledOperations(document), schemas, models, inputs);
  const operations = operationsModule(methods);
  const files = new Map([
    ['models.py', modelsModule(models.text())],
    ['inputs.py', inputsModule(inputs.text())],
    ['_table.py', tableModule(table)],
    ['_async/operations.py', operations],
    ['_sync/operations.py', toSync(operations)],
  ]);
  for (const [name, text] of await asyncModules()) {
    files.set(`_sync/${name}`, notice(`_async/${name}`) + toSync(text));
  }
  return new Map([...files].map(([name, text]) => [new URL(name, folder), text]));
}

if (import.meta.main) {
  await mkdir(new URL('_sync/', folder), { recursive: true });
  for (const [path, text] of await pythonClientFiles()) await writeFile(path, text);
}
