// npm run bench -- archive [search]: changes found in histories, and the cost of the complete service with loopback
// archives. With `search`, runs only the search for changes, which counts reads instead of time.
import { measureSearch } from './archive/search.ts';
import { measureService } from './archive/whole-service.ts';
import { report } from './report.ts';

const isSearchAlone = process.argv.includes('search');
const figures = await measureSearch();
await report('archive', isSearchAlone ? figures : [...figures, ...(await measureService())]);
