// Writes docs/authority.md from the endpoint table: `npm run authority`. A test compares the two.
import { writeFileSync } from "node:fs";
import { authorityPage } from "../packages/contract/src/authority.ts";

writeFileSync(new URL("../docs/authority.md", import.meta.url), authorityPage());
