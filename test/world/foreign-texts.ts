/** Text in its own character set, with bytes made by an independent encoder. */
export interface ForeignText {
  /** Label with which a page declares the character set. */
  charset: string;
  language: string;
  title: string;
  body: string;
  /** Bytes of title and body in that character set, in base64. */
  titleBytes: string;
  bodyBytes: string;
}

export const foreignTexts: ForeignText[] = [
  {
    charset: 'windows-1252',
    language: 'fr',
    title: 'Café à la crème – “prix” 5 €',
    body: 'L’été dernier, la pâtisserie a vendu 1 200 éclairs à 3 € pièce ; « c’était délicieux », dit Zoë.',
    titleBytes: 'Q2Fm6SDgIGxhIGNy6G1lIJYgk3ByaXiUIDUggA==',
    bodyBytes:
      'TJLpdOkgZGVybmllciwgbGEgcOJ0aXNzZXJpZSBhIHZlbmR1IDEgMjAwIOljbGFpcnMg4CAzIIAgcGnoY2UgOyCrIGOS6XRhaXQgZOlsaWNpZXV4ILssIGRpdCBab+su',
  },
  {
    charset: 'iso-8859-2',
    language: 'pl',
    title: 'Zażółć gęślą jaźń',
    body: 'Łódź, Kraków i Gdańsk: wycieczki trwają trzy dni. Příliš žluťoučký kůň úpěl ďábelské ódy.',
    titleBytes: 'WmG/87PmIGfqtmyxIGphvPE=',
    bodyBytes:
      'o/NkvCwgS3Jha/N3IGkgR2Rh8XNrOiB3eWNpZWN6a2kgdHJ3YWqxIHRyenkgZG5pLiBQ+O1sabkgvmx1u2916Gv9IGv58iD6cOxsIO/hYmVsc2vpIPNkeS4=',
  },
  {
    charset: 'windows-1251',
    language: 'ru',
    title: 'Новости города',
    body: 'Вчера в городе открылся новый мост через реку, и движение стало легче.',
    titleBytes: 'ze7i7vHy6CDj7vDu5OA=',
    bodyBytes:
      'wvfl8OAg4iDj7vDu5OUg7vLq8Pvr8f8g7e7i++kg7O7x8iD35fDl5yDw5erzLCDoIOTi6Obl7ejlIPHy4OvuIOvl4/flLg==',
  },
  {
    charset: 'koi8-r',
    language: 'ru',
    title: 'Библиотека',
    body: 'Читальный зал работает каждый день с девяти утра до восьми вечера.',
    titleBytes: '4snCzMnP1MXLwQ==',
    bodyBytes: '/snUwczYztnKINrBzCDSwcLP1MHF1CDLwdbE2cogxMXO2CDTIMTF19HUySDV1NLBIMTPINfP09jNySDXxd7F0sEu',
  },
  {
    charset: 'shift_jis',
    language: 'ja',
    title: '日本語のページ',
    body: '吾輩は猫である。名前はまだ無い。カタカナと漢字、そして半角ｶﾅ。',
    titleBytes: 'k/qWe4zqgsyDeYFbg1c=',
    bodyBytes: 'jOGUeYLNlEyCxYKggumBQpa8kU+CzYLcgr6Ws4KigUKDSoNeg0qDaYLGir+OmoFBgruCtYLElLyKcLbFgUI=',
  },
  {
    charset: 'euc-jp',
    language: 'ja',
    title: '東京の天気',
    body: '今日は晴れのち曇り、最高気温は二十五度の予想です。',
    titleBytes: 'xey1/qTOxbe1pA==',
    bodyBytes: 'uqPG/KTPwLKk7KTOpMHG3qTqoaK6x7nitaSyuaTPxvO9vbjexdmkzs29wdukx6S5oaM=',
  },
  {
    charset: 'gb18030',
    language: 'zh',
    title: '中文网页',
    body: '北京是中华人民共和国的首都。𠀀是一个生僻字，€是欧元符号。',
    titleBytes: '1tDOxM340rM=',
    bodyBytes: 'sbG+qcrH1tC7qsjLw/G5srrNufq1xMrXtryho5UygjbKx9K7uPbJ+san19ajrKLjysfFt9Sqt/u6xaGj',
  },
  {
    charset: 'gb2312',
    language: 'zh',
    title: '图书目录',
    body: '这里有三百本图书，可以按作者和书名查找。',
    titleBytes: 'zbzK6cS/wrw=',
    bodyBytes: '1eLA79PQyP2w2bG+zbzK6aOsv8nS1LC01/fV37rNyunD+7Lp1dKhow==',
  },
  {
    charset: 'big5',
    language: 'zh-Hant',
    title: '臺北天氣',
    body: '今天臺北多雲時晴，氣溫約二十八度。',
    titleBytes: 'u0+lX6TRrvA=',
    bodyBytes: 'pLWk0btPpV+maLazrsm0uKFBrvC3xaz5pEekUaRLq9ehQw==',
  },
  {
    charset: 'euc-kr',
    language: 'ko',
    title: '한국어 페이지',
    body: '서울의 봄은 아름답다. 뷁과 똠방각하도 제대로 읽혀야 한다.',
    titleBytes: 'x9Gxub7uIMbkwMzB9g==',
    bodyBytes: 'vK2/78DHILq9wLogvsa4p7TktNkuIJTusPogjGO55rCix8+1tSDBprTrt84gwNDH9L7fIMfRtNku',
  },
  {
    charset: 'utf-16le',
    language: 'el',
    title: 'Ελληνικά',
    body: 'Η Αθήνα είναι η πρωτεύουσα της Ελλάδας 😀.',
    titleBytes: 'lQO7A7sDtwO9A7kDugOsAw==',
    bodyBytes:
      'lwMgAJEDuAOuA70DsQMgALUDrwO9A7EDuQMgALcDIADAA8EDyQPEA7UDzQO/A8UDwwOxAyAAxAO3A8IDIACVA7sDuwOsA7QDsQPCAyAAPdgA3i4A',
  },
  {
    charset: 'utf-16be',
    language: 'he',
    title: 'עברית',
    body: 'ירושלים היא עיר בירה 😀.',
    titleBytes: 'BeIF0QXoBdkF6g==',
    bodyBytes: 'BdkF6AXVBekF3AXZBd0AIAXUBdkF0AAgBeIF2QXoACAF0QXZBegF1AAg2D3eAAAu',
  },
  {
    charset: 'utf-8',
    language: 'de',
    title: 'Straße in München',
    body: 'Größe, Übermut und Ähnliches – für 5 € 😀.',
    titleBytes: 'U3RyYcOfZSBpbiBNw7xuY2hlbg==',
    bodyBytes: 'R3LDtsOfZSwgw5xiZXJtdXQgdW5kIMOEaG5saWNoZXMg4oCTIGbDvHIgNSDigqwg8J+YgC4=',
  },
];
