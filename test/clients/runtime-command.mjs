// Runs the exercise with the client in the folder of the first argument, and prints the result.
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { exercise } from './runtime-exercise.mjs';

const [folder, values] = process.argv.slice(2);
const library = await import(pathToFileURL(`${folder}/dist/index.js`).href);
console.log(JSON.stringify(await exercise(library, JSON.parse(values))));
