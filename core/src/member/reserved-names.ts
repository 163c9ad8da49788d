/** Names that would pretend to be the house, in the nine languages. These are refused wherever they stand in a nickname. */
export const reservedAnywhere: readonly string[] = [
  'openmere', 'support', 'official', 'customerservice', 'customercare', 'helpdesk', 'helpcenter', 'moderator',
  'administrator', 'sysadmin', 'superuser', 'webmaster', 'compliance', 'technician',
  '官方', '客服', '管理员', '管理員', '客户服务', '客戶服務', '技术支持', '技術支援', '工作人员', '工作人員', '系统通知', '系統通知',
  '公式', 'サポート', '運営', '管理者', 'カスタマー', 'お問い合わせ窓口',
  '고객센터', '고객지원', '운영자', '운영팀', '관리자', '공식',
  'hỗtrợ', 'quảntrịviên', 'chínhthức', 'chămsóckháchhàng',
  'sokongan', 'pentadbir', 'khidmatpelanggan', 'perkhidmatanpelanggan',
  'ฝ่ายสนับสนุน', 'ผู้ดูแลระบบ', 'เจ้าหน้าที่', 'แอดมิน', 'ศูนย์บริการ', 'ทางการ',
  'soporte', 'oficial', 'administrador', 'moderador', 'atencionalcliente', 'servicioalcliente',
  'поддержка', 'администратор', 'официальный', 'модератор',
];

/** These are refused as the whole name or as one of its words: inside a word they may be innocent (badminton). */
export const reservedWords: readonly string[] = [
  'admin', 'admins', 'mod', 'mods', 'staff', 'system', 'service', 'services', 'help', 'root', 'security', 'operator', 'treasury', 'bot',
  'notice', 'noreply', 'no-reply', 'rasmi', 'sistem', 'ayuda', 'sistema', 'seguridad',
  '系统', '系統', '公告', 'システム', '시스템', 'админ', 'система',
];

const pairs =
  'аa вb сc ԁd еe ғf ɡg һh нh іi ϳj јj кk ӏl мm пn оo рp ԛq гr ѕs тt ѵv ԝw хx уy ʐz ьb ' +
  'αa βb γy δd εe ζz ηn θo ιi κk λl μm νv οo ρp σo ςs τt υu χx ωw ' +
  'ıi łl øo đd ħh ŧt ɑa ɩi ſs æa œo ðd þp ŋn ƒf ƙk ɓb ɗd ɠg ɦh ɱm ɲn ɳn ɵo ʀr ʂs ʈt ʉu ʋv ʍw ' +
  'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz';

/** Lower-case letters of other alphabets that look like a Latin one. */
export const latinLookalikes: ReadonlyMap<string, string> = new Map(
  pairs.split(' ').map((pair) => {
    const [from = '', to = ''] = [...pair];
    return [from, to];
  }),
);
