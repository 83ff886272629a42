const GIVEN =
  "ada alba amir anouk anton asha bela bjorn carlos cecilia chen clara dario dina elif elias emeka esme farid femke greta hana hugo ida igor ines ingrid ivo jana jonas kaito kamala karin keiko lars leila lina lucas mads malik mara mateo mei milan mira nadia nils noor olga omar oskar paula quentin rafael ravi rosa sadie sanjay selma sofia stefan tamar tariq tess tomas uma vera viktor wanda xenia yara yusuf zeno zoe".split(
    " ",
  );
const FAMILY =
  "abbas adeyemi alvarez andersen aydin baker banerjee bauer becker bianchi brandt castillo chowdhury costa dahl diallo dubois eriksen farkas fischer fonseca garcia greenwood haddad hansen hofmann horvat ito jansen kaur keller kimura kovac larsen leclerc lind lopez maas marsh meyer molnar moreau nakamura ncube nguyen novak okafor olsen oyelaran park petrov pires quinn rahman reyes rossi sato schmid silva singh soto tanaka tran vance varga virtanen walsh weber wolff yilmaz zhang".split(
    " ",
  );

/** Somebody of a demo company. */
export interface DemoPerson {
  readonly username: string;
  readonly email: string;
}

/**
 * Different people of one company, the same each time.
 *
 * @param skip how many others have had: no two share a name while `skip + count` stays below the pairs of names, about 5,400.
 */
export function demoPeople(skip: number, count: number, domain: string): DemoPerson[] {
  const pairs = GIVEN.length * FAMILY.length;
  // A step that shares no factor with the number of pairs visits each of them once, well mixed.
  const step = stepFor(pairs);
  return Array.from({ length: count }, (_, index) => {
    const pair = ((skip + index) * step + 7) % pairs;
    const given = GIVEN[pair % GIVEN.length] ?? "";
    const family = FAMILY[Math.floor(pair / GIVEN.length)] ?? "";
    return { username: `${given}.${family}`, email: `${given}.${family}@${domain}` };
  });
}

function stepFor(pairs: number): number {
  const common = (one: number, other: number): number => (other === 0 ? one : common(other, one % other));
  let step = Math.floor(pairs * 0.618);
  while (common(step, pairs) !== 1) step += 1;
  return step;
}
