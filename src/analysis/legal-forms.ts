/** Legal forms of companies, which end their names. */
export const legalForms: ReadonlySet<string> = new Set(
  `ab ag aktiengesellschaft as asa bv co company corp corporation eg ek gesellschaft gmbh inc incorporated kg kgaa kk
   limited llc llp lp ltd mbh na nv ohg oy oyj plc pte pty sa sarl sas sasu se sl spa spolka spzoo sro srl ug`.split(
    /\s+/,
  ),
);

/** Legal forms that are no words or acronyms of products, as ASA and SAS are. */
export const productLegalForms: ReadonlySet<string> = new Set(
  "ab ag bv corp corporation gmbh inc incorporated kg kgaa limited llc llp ltd nv oy plc pty spa srl sarl".split(" "),
);
