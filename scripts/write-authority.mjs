// Writes docs/authority.md from the endpoint table: `npm run authority`. A test checks that the page is current.
import { writeFileSync } from "node:fs";
import { authorityPage } from "../packages/contract/src/authority.ts";

writeFileSync(new URL("../docs/authority.md", import.meta.url), authorityPage());
