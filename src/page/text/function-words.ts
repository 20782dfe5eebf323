/** Function words, folded, of common query languages. */
export const functionWords: ReadonlySet<string> = new Set(
  [
    'a an and are as at be by can could did do does for from had has have how i if in is it its me my of on or our shall should so than that the their them then there these they this those to was we were what when where which who why will with would you your',
    'als am an auf aus bei bin bis das dass dem den der des die du durch ein eine einem einen einer er es fur hat haben ich ihr im in ist kann man mit nach nicht oder sein sich sie sind und uber um unter von vor war was wann welche wenn wer werden wie wir wird wo zu zum zur',
    'au aux avec ce ces comment dans de des du elle en est et il ils je la le les leur mais nous ou par pas pour quand que quel quelle quelles quels qui quoi sa se ses son sont sur un une vous y',
    'al como con cual cuales cuando de del donde el ella en entre es esta este hay la las lo los mas no o para pero por porque que quien se ser si sin sobre son su sus un una y ya',
    'che chi come con cosa da dal dei del della delle di dove e gli ha i il in la le lo ma nel nella non o per piu quale quali quando sono su un una',
    'ao aos com como da das do dos e em entre esta foi mais na nas no nos o onde os ou para pela pelo por qual quais quando que quem sao se sem um uma',
    'aan bij dat de die een en er het hoe ik in is met naar niet of om onder op over te tot uit van voor waar wanneer wat welke wie wordt zijn',
  ].flatMap((line) => line.split(' ')),
);
