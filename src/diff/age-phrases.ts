/** Pattern source of a unit of time, in words or abbreviated: `hours`, `min.`, `d`. */
export const ageUnit =
  '(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mo|mons?|months?|y|yrs?|years?)\\.?';

const number = '(?:(?:\\d{1,3} )?\\d{1,5}(?:[.,/]\\d{1,2})?|an?|one|(?:a )?few)';
const bound = '(?:(?:about|around|almost|nearly|over|less than|more than) )?';
const second = `(?:,? (?:and )?\\d{1,3} ?${ageUnit})?`;
const participle =
  '(?:posted|published|created|added|opened|started|joined|updated|edited|modified|changed|pushed|committed|commented|replied|answered|asked|active|seen)';

/**
 * Phrases that state how long before the reading something was: `3 sec ago`, `1 1/2 hours ago`, `2 hours, 5 minutes ago`,
 * `moments ago`. Forums, trackers and repositories write the newest age as `just now`; in a sentence, these words are
 * content.
 */
export const agePhrases: ReadonlyArray<readonly [RegExp, string]> = [
  [
    new RegExp(`\\b${bound}(?:${number} ?${ageUnit}${second}|(?:a )?moments?|seconds|minutes) ago\\b`, 'gi'),
    '',
  ],
  [new RegExp(`\\b(${participle}) (?:just|right) now\\b`, 'gi'), '$1'],
  [/(?<=(?:^|[|·•(]) ?)(?:just|right) now(?= ?(?:$|[|·•)]))/gi, ''],
];
