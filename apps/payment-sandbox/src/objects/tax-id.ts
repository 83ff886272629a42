import type Stripe from "stripe";
import { newId } from "./id.ts";
import type { Stored } from "./wire.ts";

/** The kinds of tax ids that the provider accepts. */
const TAX_ID_TYPES: ReadonlySet<string> = new Set(
  `
  ad_nrt ae_trn al_tin am_tin ao_tin ar_cuit au_abn au_acn au_arn au_wpn aw_tin az_tin ba_tin bb_tin bd_bin
  bf_ifu bg_uic bh_vat bj_ifu bo_tin br_cnpj br_cpf bs_tin bw_vat by_tin ca_bn ca_gst_hst ca_pst_bc ca_pst_mb
  ca_pst_sk ca_qst cd_nif ch_uid ch_vat ci_vat cl_tin cm_niu cn_tin co_nit cr_tin cv_nif cz_dic de_stn do_rcn
  ec_ruc eg_tin es_cif et_tin eu_oss_vat eu_vat fo_vat fr_siren fr_siret fr_spi gb_vat ge_vat gh_tin gi_tin
  gn_nif hk_br hr_oib hu_tin ic_nif id_npwp il_vat in_gst is_kt is_vat it_cf jp_cn jp_rn jp_trn ke_pin kg_tin
  kh_tin kr_brn kz_bin la_tin li_uid li_vat lk_vat ma_vat md_cf md_vat me_pib mk_vat mr_nif mu_vat mx_rfc my_frp
  my_itn my_sst mz_nuit ng_tin no_vat no_voec np_pan nz_bn nz_gst om_vat pe_ruc ph_tin pl_nip pt_nif py_ruc
  ro_tin rs_pib ru_inn ru_kpp sa_vat sg_gst sg_uen si_tin sm_coe sn_ninea sr_fin sv_nit th_vat tj_tin tr_tin
  tt_bir tt_vat tw_vat tz_vat ua_vat ug_tin us_ein uy_ruc uz_tin uz_vat ve_rif vn_tin za_vat zm_tin zw_tin
  `
    .trim()
    .split(/\s+/),
);

export type TaxIdStatus = "pending" | "unavailable" | "unverified" | "verified";

export type TaxId = Stored<Stripe.TaxId, "customer" | "verification">;

/** The kinds whose numbers are looked up in a register, with their forms. Other kinds are not checked. */
const CHECKED = new Map([
  ["eu_vat", /^(RO[0-9]{2,10}|[A-Z]{2}[A-Z0-9+*]{8,13}|([0-3])\2{8})$/],
  ["gb_vat", /^(GB([0-9]{9}|[0-9]{12}|(GD|HA)[0-9]{3})|([0-3])\4{8})$/],
  ["au_abn", /^([0-9]{11}|([0-3])\2{8})$/],
]);

export function isTaxIdType(type: string): type is TaxId["type"] {
  return TAX_ID_TYPES.has(type);
}

const compact = (value: string): string => value.replaceAll(/[\s.-]/g, "").toUpperCase();

/**
 * Whether a number has the form of its kind. Forms of unchecked kinds are not modeled. Check digits are not computed: only
 * numbers of all nines are refused.
 */
export function isTaxIdValue(type: string, value: string): boolean {
  const form = CHECKED.get(type);
  return form ? form.test(compact(value)) && !/^[A-Z]{0,3}9+$/.test(compact(value)) : value.length <= 100;
}

/**
 * The register's verdict on a number. The provider's test numbers: all zeros are registered, all ones are not, all twos stay
 * pending. All threes, a number of the sandbox alone, are unavailable. Any other number of the right form is registered.
 */
export function verdictOn({ type, value }: Pick<TaxId, "type" | "value">): TaxIdStatus {
  if (!CHECKED.has(type)) return "unavailable";
  const [, digit] = /^[A-Z]{0,3}([0-3])\1{7,}$/.exec(compact(value)) ?? [];
  const magic = new Map<string | undefined, TaxIdStatus>([
    ["1", "unverified"],
    ["2", "pending"],
    ["3", "unavailable"],
  ]);
  return magic.get(digit) ?? "verified";
}

export function newTaxId(created: number, customer: string, type: TaxId["type"], value: string): TaxId {
  const country = type === "eu_vat" ? value.slice(0, 2).toUpperCase() : type.slice(0, 2).toUpperCase();
  return {
    id: newId("txi"),
    object: "tax_id",
    // An `eu_vat` number begins with its country's code, except in Greece, where it begins with EL.
    country: country === "EL" ? "GR" : country,
    created,
    customer,
    customer_account: null,
    livemode: false,
    owner: { type: "customer", customer, customer_account: null },
    type,
    value,
    verification: {
      status: CHECKED.has(type) ? "pending" : "unavailable",
      verified_address: null,
      verified_name: null,
    },
  };
}
