// npm run bench -- archive [search]: changes found in histories, and what the whole service costs over loopback archives. With
// `search` the search for changes alone, which counts and measures no time.
import { measureSearch } from './archive/search.ts';
import { measureService } from './archive/whole-service.ts';
import { report } from './report.ts';

const isSearchAlone = process.argv.includes('search');
const figures = await measureSearch();
await report('archive', isSearchAlone ? figures : [...figures, ...(await measureService())]);
