const AMOUNT = /(-?(?:[A-Z]{1,3}\p{Sc}?\s?|\p{Sc})\d[\d,]*(?:\.\d+)?)/u;

/**
 * Shows a sentence with amounts on a page that the browser may translate. A translator replaces text nodes, and React would
 * keep updating the removed ones. So amounts are not translated, and each new sentence is a new element.
 */
export function Priced({ children: text }: { children: string }) {
  return (
    <span key={text}>
      {text.split(AMOUNT).map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of one text keep their places
          <span key={at} translate="no">
            {part}
          </span>
        ),
      )}
    </span>
  );
}
