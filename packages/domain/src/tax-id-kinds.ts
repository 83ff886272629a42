/** A kind of tax ID in one country, as the payment provider names it. */
export interface TaxIdKind {
  /** The provider's name, for example `eu_vat`. */
  readonly kind: string;
  /** Two letters, ISO 3166; `EU` for the One Stop Shop, `XI` for Northern Ireland. */
  readonly country: string;
  /** The name that people use, for example `VAT number`. */
  readonly name: string;
  /**
   * Format without spaces, dots, dashes and slashes: `#` is a digit, `@` a letter, `*` either, other
   * characters are literal. `#<8-10>` is eight to ten of them, and `|` separates two formats.
   */
  readonly form: string;
  /** An example in this format, as people write it. */
  readonly example: string;
}

/** EU members by the prefix of their VAT numbers, with format and example. */
const EU_VAT = `AT ATU######## ATU12345678, BE BE########## BE0123456789, BG BG#########|BG########## BG0123456789,
  CY CY########@ CY12345678Z, CZ CZ########|CZ#########|CZ########## CZ1234567890, DE DE######### DE123456789,
  DK DK######## DK12345678, EE EE######### EE123456789, GR EL######### EL123456789, ES ES*#######* ESA1234567Z,
  FI FI######## FI12345678, FR FR**######### FRAB123456789, HR HR########### HR12345678912, HU HU######## HU12345678,
  IE IE#######@|IE#######@@|IE#@#####@ IE1234567AB, IT IT########### IT12345678912, LT LT#########|LT############ LT123456789123,
  LU LU######## LU12345678, LV LV########### LV12345678912, MT MT######## MT12345678, NL NL#########B## NL123456789B12,
  PL PL########## PL1234567890, PT PT######### PT123456789, RO RO#<2-10> RO1234567891, SE SE############ SE123456789123,
  SI SI######## SI12345678, SK SK########## SK1234567891, XI XI#########|XI############ XI123456789`;

/** The other kinds: the provider's name, which begins with the country, then name, format and example. */
const OTHERS = `ad_nrt;NRT number;@######@;A-123456-Z
ae_trn;TRN;###############;123456789012345
al_tin;tax identification number;@########@;J12345678N
am_tin;tax identification number;########;02538904
ao_tin;tax identification number;*<9-14>;5123456789
ar_cuit;CUIT;###########;12-3456789-01
au_abn;Business Number (ABN);###########;12345678912
au_acn;Company Number (ACN);#########;123456789
au_arn;Taxation Office Reference Number;############;123456789123
au_wpn;Withholding Payer Number;#<8-11>;123456789
aw_tin;tax identification number;########;12345678
az_tin;tax identification number;##########;0123456789
ba_tin;tax identification number;#<12-13>;123456789012
bb_tin;tax identification number;#############;1123456789012
bd_bin;Business Identification Number;#############;123456789-0123
bf_ifu;IFU number;########@;12345678A
bg_uic;Unified Identification Code;#########|#############;123456789
bh_vat;VAT number;###############;123456789012345
bj_ifu;IFU number;#############;1234567890123
bo_tin;tax id;#<7-12>;123456789
br_cnpj;CNPJ number;************##;01.234.456/5432-10
br_cpf;CPF number;###########;123.456.789-87
bs_tin;tax identification number;#########;123.456.789
bw_vat;VAT number;*<9-14>;C12345678901
by_tin;tax identification number;#########;123456789
ca_bn;Business Number (BN);#########;123456789
ca_gst_hst;GST/HST number;#########RT####;123456789RT0002
ca_pst_bc;PST number (British Columbia);PST########;PST-1234-5678
ca_pst_mb;PST number (Manitoba);#######;123456-7
ca_pst_sk;PST number (Saskatchewan);#######;1234567
ca_qst;QST number (Québec);##########TQ####;1234567890TQ1234
cd_nif;NIF number;@#######@;A0123456M
ch_uid;UID number;CHE#########;CHE-123.456.789
ch_vat;VAT number;CHE#########MWST|CHE#########TVA|CHE#########IVA|CHE#########;CHE-123.456.789 MWST
ci_vat;VAT number;*<7-10>;1234567A
cl_tin;RUT;#<7-8>*;12.345.678-K
cm_niu;NIU number;@############@;M123456789000L
cn_tin;tax id;*<15-20>;123456789012345678
co_nit;NIT number;#<9-10>;123.456.789-0
cr_tin;tax id;#<9-12>;1-234-567890
cv_nif;NIF number;#########;213456789
cz_dic;DIČ;*<8-12>;CZ1234567890
de_stn;Steuernummer;#<10-13>;1234567890
do_rcn;RCN number;#########|###########;123-4567890-1
ec_ruc;RUC number;#############;1234567890001
eg_tin;tax identification number;#########;123456789
es_cif;NIF number (formerly CIF);*#######*;A12345678
et_tin;tax identification number;##########;1234567890
fo_vat;VAT number;######;123456
fr_siren;SIREN number;#########;123456789
fr_siret;SIRET number;##############;12345678901234
fr_spi;SPI number;#############;1234567890123
gb_vat;VAT number;GB#########|GB############|GBGD###|GBHA###;GB123456789
ge_vat;VAT number;#########;123456789
gh_tin;tax identification number;@##########|@@@##########;C0001234567
gi_tin;tax identification number;*<5-12>;123456
gn_nif;NIF number;#########;123456789
hk_br;Business Registration number;########;12345678
hr_oib;OIB;###########;12345678901
hu_tin;tax number (adószám);###########;12345678-1-23
ic_nif;NIF number (Canary Islands);*#######*;A12345678
id_npwp;NPWP number;###############|################;012.345.678.9-012.345
il_vat;VAT number;#########;000012345
in_gst;GST number;##@@@@@####@***;12ABCDE3456FGZH
is_kt;Kennitala;##########;123456-7890
is_vat;VAT number;#<5-6>;123456
it_cf;codice fiscale;@@@@@@##@##@###@|###########;RSSMRA85T10A562S
jp_cn;Corporate Number;#############;1234567891234
jp_rn;Registered Foreign Businesses' Registration Number;#<5-13>;12345
jp_trn;Tax Registration Number;T#############;T1234567891234
ke_pin;Revenue Authority PIN;@#########@;P000111111A
kg_tin;tax identification number;##############;12345678901234
kh_tin;tax identification number;#############|@############;1001-123456789
kr_brn;BRN;##########;123-45-67890
kz_bin;Business Identification Number;############;123456789012
la_tin;tax identification number;############;123456789-000
li_uid;UID number;CHE#########;CHE123456789
li_vat;VAT number;#####;12345
lk_vat;VAT number;#<9-14>;123456789-7000
ma_vat;VAT number;########;12345678
md_cf;Cod fiscal;#############;1234567890123
md_vat;VAT number;#######;1234567
me_pib;PIB number;########;12345678
mk_vat;VAT number;MK#############;MK1234567890123
mr_nif;NIF number;########;12345678
mu_vat;VAT number;VAT########|########;VAT12345678
mx_rfc;RFC number;*<12-13>;ABC010203AB9
my_frp;FRP number;########;12345678
my_itn;ITN;@<1-2>#<9-12>;C 1234567890
my_sst;SST number;*<10-16>;A12-3456-78912345
mz_nuit;NUIT;#########;123456789
ng_tin;tax identification number;#<10-13>;12345678-0001
no_vat;VAT number;#########MVA;123456789MVA
no_voec;VOEC number;#######;1234567
np_pan;PAN number;#########;123456789
nz_bn;Business Number (NZBN);#############;1234567890123
nz_gst;GST number;#<8-9>;123456789
om_vat;VAT number;OM##########;OM1234567890
pe_ruc;RUC number;###########;12345678901
ph_tin;tax identification number;#<9-14>;123456789012
pl_nip;NIP number;##########;123-456-78-90
pt_nif;NIF number;#########;123456789
py_ruc;RUC number;#<6-9>;80012345-6
ro_tin;CUI or CNP number;#<2-13>;1234567890123
rs_pib;PIB number;#########;123456789
ru_inn;INN;##########|############;1234567891
ru_kpp;KPP;####**###;123456789
sa_vat;VAT number;###############;123456789012345
sg_gst;GST number;*<9-10>;M12345678X
sg_uen;UEN;*<9-10>;123456789F
si_tin;tax number (davčna številka);########;12345678
sm_coe;COE code;SM#<3-5>|#<3-5>;SM12345
sn_ninea;NINEA number;#######*<0-4>;12345672A2
sr_fin;FIN number;##########;1234567890
sv_nit;NIT number;##############;1234-567890-123-4
th_vat;VAT number;#############;1234567891234
tj_tin;tax identification number;#########;123456789
tr_tin;tax identification number;#<10-11>;0123456789
tt_bir;BIR file number;#<6-12>;123456789
tt_vat;VAT number;#<6-12>;123456
tw_vat;VAT number;########;12345678
tz_vat;VAT number;########@;12345678A
ua_vat;VAT number;#<9-12>;123456789
ug_tin;tax identification number;##########;1014751879
us_ein;EIN;#########;12-3456789
uy_ruc;RUC number;############;123456789012
uz_tin;tax identification number;#########;123456789
uz_vat;VAT number;############;123456789012
ve_rif;RIF number;@#########;A-12345678-9
vn_tin;tax id number;##########|#############;1234567890
za_vat;VAT number;4#########;4123456789
zm_tin;tax identification number;##########;1004751879
zw_tin;tax identification number;##########;1234567890
eu_oss_vat;One Stop Shop VAT number (non-Union scheme);EU#########;EU123456789`;

const euKinds = EU_VAT.split(",").map((entry): TaxIdKind => {
  const [country = "", form = "", example = ""] = entry.trim().split(/\s+/);
  return { kind: "eu_vat", country, name: "VAT number", form, example };
});

const otherKinds = OTHERS.split("\n").map((line): TaxIdKind => {
  const [kind = "", name = "", form = "", example = ""] = line.split(";");
  return { kind, country: kind.slice(0, 2).toUpperCase(), name, form, example };
});

/** All kinds of the provider, by country. A country's VAT number comes first. */
export const taxIdKinds: readonly TaxIdKind[] = [...euKinds, ...otherKinds].toSorted(
  (one, other) =>
    one.country.localeCompare(other.country) || Number(other.kind === "eu_vat") - Number(one.kind === "eu_vat"),
);
