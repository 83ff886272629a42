/** Headings of a column with the address of the row's person, in the languages of Outlook, Google, Excel and HR tools. */
const KNOWN = `email|mail|email address|mail address|email addresses|emails|mails|email id|smtp address|internet address
email 1|email 1 address|email 1 value|email address 1|primary smtp address
E-Mail-Adresse|E-Mail-Adressen|Mailadresse|Mailadressen|elektronische Adresse|E-Mail 1 Adresse|E-Mail-Konto
courriel|courriels|adresse e-mail|adresse mail|adresse courriel|adresse de courriel|adresse de messagerie|adresse électronique
courrier électronique|adresse de courrier électronique|adresse de messagerie électronique|messagerie électronique|mél
correo|correo electrónico|correos electrónicos|dirección de correo|dirección de correo electrónico|dirección electrónica
dirección de e-mail|dirección e-mail|correo e|adreça electrònica|correu electrònic
indirizzo e-mail|indirizzi e-mail|indirizzo mail|posta elettronica|indirizzo posta elettronica|indirizzo di posta elettronica
indirizzo elettronico|endereço de e-mail|endereços de e-mail|endereço e-mail|correio electrónico|correio eletrónico
correio eletrônico|endereço de correio electrónico|endereço de correio eletrónico|endereço de correio eletrônico
endereço eletrónico|endereço eletrônico|e-mailadres|e-mailadressen|mailadres|e-postadres|e-mailaccount
e-post|e-postadress|e-postadresser|mejl|mejladress|e-mejl|mailadress|e-postadresse|e-mailadresse|mailadresse
sähköposti|sähköpostit|sähköpostiosoite|sähköpostiosoitteet|s-posti|e-mail-osoite
adres e-mail|adresy e-mail|adres mailowy|adres poczty elektronicznej|poczta elektroniczna|adres poczty
e-mailová adresa|e-mail adresa|adresa e-mail|adresa elektronické pošty|elektronická pošta|adresa elektronickej pošty
メール|メールアドレス|電子メール|電子メールアドレス|Eメール|Eメールアドレス|メアド
邮箱|邮箱地址|电子邮件|电子邮件地址|电子邮箱|电子邮箱地址|邮件|邮件地址|电邮|电邮地址|email地址|email 地址
郵箱|電子郵件|電子郵件地址|電子郵箱|電子信箱|信箱|郵件|郵件地址|電郵|電郵地址
이메일|이메일 주소|메일|메일 주소|전자 메일|전자 메일 주소|전자 우편|전자 우편 주소
электронная почта|адрес электронной почты|эл. почта|почта|адрес e-mail|e-mail адрес|электронный адрес|имейл
електронна пошта|адреса електронної пошти|e-posta|e-posta adresi|e-mail cím|e-mail címek|ímél
adresă de e-mail|adresa de e-mail|poștă electronică|διεύθυνση email|διεύθυνση ηλεκτρονικού ταχυδρομείου|ηλεκτρονικό ταχυδρομείο
e-pošta|e-poštni naslov|adresa e-pošte|el. paštas|el. pašto adresas|e-pasts|e-pasta adrese|e-posti aadress
דואר אלקטרוני|כתובת דואר אלקטרוני|אימייל|כתובת אימייל|דוא"ל|כתובת דוא"ל|بريد إلكتروني|البريد الإلكتروني|عنوان البريد الإلكتروني
อีเมล|ที่อยู่อีเมล|địa chỉ email|thư điện tử|địa chỉ thư điện tử|alamat email|surel`;

/** Parts of headings that speak of mail. `mailing` is about postal addresses. */
const MAIL_WORDS = `mail|courriel|messagerie|correo|correu|correio|posta elettronica|e-post|e-posta|epost|eposti|mejl
sähköposti|poczt|メール|邮箱|邮件|电邮|郵箱|郵件|電郵|信箱|이메일|메일|우편|почта|почты|пошта|пошти|имейл|ταχυδρομ|דוא|אימייל|بريد|อีเมล|thư điện|surel`;

/** Words that do not change whose address a column contains: `Work Email`, `Employee Email`. */
const NEUTRAL = `work|business|company|corporate|office|official|primary|main|employee|user|staff|member|person|people|your|login
attendee|participant|recipient|professional|contact|geschäftliche|geschäftlich|dienstliche|dienstlich|berufliche|beruflich|firmen|arbeits
haupt|mitarbeiter|benutzer|nutzer|professionnelle|professionnel|travail|bureau|principale|principal|employé|utilisateur
trabajo|laboral|corporativo|empresa|empleado|usuario|lavoro|lavorativa|aziendale|ufficio|dipendente|utente
trabalho|profissional|funcionário|usuário|utilizador|comercial|zakelijke|zakelijk|werk|bedrijfs|medewerker|gebruiker
arbete|arbets|jobb|anställd|användare|arbejds|arbejde|arbeids|arbeid|job|medarbejder|bruger|ansatt|bruker|työ|työntekijä|käyttäjä
służbowy|firmowy|pracownika|użytkownika|pracovní|firemní|zaměstnance|uživatele|会社|勤務先|仕事|社員|従業員|職場
工作|公司|企业|企業|单位|員工|员工|회사|직장|업무|사내|직원|사용자`;

/** Words that are part of a heading about mail. */
const FILLERS = `address|adressen|adresse|adress|adres|adresa|indirizzo|direccion|direction|endereco|electronico|eletronico|electronique|electronica
elettronica|elektronicznej|elektroniczna|elektronicke|elektronicka|osoite|アドレス|地址|주소|電子|电子|전자|адрес|электронной|value|id|de|di|la|e|s|1`;

/** Returns a heading as it is compared: letters and digits without marks, in lower case; text in brackets is left out. */
function plain(heading: string): string {
  const bare = heading.replaceAll(/[([（【][^)\]）】]*[)\]）】]/g, "");
  return (bare.trim() === "" ? heading : bare)
    .slice(0, 100)
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

const listOf = (text: string): string[] => text.split(/[|\n]/).map(plain);
const known: ReadonlySet<string> = new Set(listOf(KNOWN));
const mailWords = listOf(MAIL_WORDS);
const longestFirst = [...mailWords, ...listOf(NEUTRAL), ...listOf(FILLERS)].toSorted(
  (one, other) => other.length - one.length,
);

/**
 * Meaning of a column's heading for its addresses.
 *
 * - `own`: it names the address of the row's person, and nothing else.
 * - `likely`: the same with a word such as `Work`.
 * - `unsure`: it speaks of mail with a word that may mean another person or purpose, such as `Manager Email`.
 */
export type HeadingKind = "own" | "likely" | "unsure" | null;

export function headingKind(heading: string): HeadingKind {
  const text = plain(heading);
  if (known.has(text)) return "own";
  if (text.includes("mailing") || !mailWords.some((word) => text.includes(word))) return null;
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, " "), text);
  return rest.trim() === "" ? "likely" : "unsure";
}
