// The harbour behind the home page: sky and town, 1280 by 336, water, 1280 by 464, and things on
// the quay, 1280 by 72. Colours are classes of home.css, so that night is the same drawing.

export const sky = `<path class="stars" d="M464 94h.1M768 32h.1M395 180h.1M89 21h.1M280
63h.1M1037 53h.1M820 164h.1M62 117h.1M998 116h.1M799 126h.1M1173 49h.1M824 22h.1M993 59h.1M40
179h.1M546 133h.1M834 121h.1M776 185h.1M232 169h.1M529 24h.1M129 98h.1M1270 212h.1M772 27h.1M118
86h.1M480 176h.1M176 127h.1M1058 230h.1M425 148h.1M291 155h.1M131 138h.1M76 125h.1M397 37h.1M1185
116h.1M1196 225h.1M911 73h.1M1141 91h.1M872 34h.1M324 195h.1M1231 24h.1M1089 176h.1M642
179h.1M731 164h.1M1013 128h.1M1277 50h.1M632 38h.1M728 135h.1M582 130h.1M146 206h.1M1039
179h.1M1116 56h.1M704 62h.1M24 75h.1M702 56h.1M546 8h.1M867 65h.1M771 76h.1M853 44h.1M811
29h.1M340 169h.1M52 51h.1M329 76h.1"/><circle class="halo" cx="700" cy="236" r="120"/><circle
class="halo" cx="700" cy="236" r="84"/><circle class="disc" cx="700" cy="236" r="56"/><path
class="cloud" transform="translate(470 120) scale(1.6)" d="M0 0c2-9 13-13 20-7 4-12 22-14 28-3
9-5 20 0 21 10z"/><path class="cloud" transform="translate(770 96) scale(2.1)" d="M0 0c2-9 13-13
20-7 4-12 22-14 28-3 9-5 20 0 21 10z"/><path class="cloud" transform="translate(905 150)
scale(1.1)" d="M0 0c2-9 13-13 20-7 4-12 22-14 28-3 9-5 20 0 21 10z"/><path class="cloud"
transform="translate(250 210) scale(1.2)" d="M0 0c2-9 13-13 20-7 4-12 22-14 28-3 9-5 20 0 21
10z"/><path class="far" d="M0 336v-44c60-10 90-46 140-50 46-4 70 32 120 40 50 8 90-14 140-6 40 6
70 34 110 60z"/><path class="far2" d="M0 336v-22c50-22 100-20 150-8 60 14 120 12 170 30z"/><path
class="far" d="M620 336c60-30 110-34 160-70 40-28 70-60 112-58 50 2 64 44 110 50 60 8 120-70
180-64 50 6 70 30 98 40v102z"/><path class="hill" d="M780 336c40-22 90-30 150-34 40-40 90-66
150-64 70 2 130 40 200 36v62z"/><path class="wall3" d="M840 312V270h34V312z"/><path class="roof"
d="M836 270l6 -16h30l6 16z"/><path class="dim" d="M861.1 312V270H874V312z"/><path
class="pane-light" d="M858.0 277.0h5.500v8h-5.500zM845.0 294.0h5.500v8h-5.500zM858.0
294.0h5.500v8h-5.500z"/><path class="wall" d="M872 312V270h24V312z"/><path class="roof2" d="M868
270l6 -13h20l6 13z"/><path class="dim" d="M886.9 312V270H896V312z"/><path class="pane-light"
d="M877.0 277.0h5.500v8h-5.500zM877.0 294.0h5.500v8h-5.500z"/><path class="wall" d="M894
312V260h28V312z"/><path class="roof2" d="M890 260l6 -13h24l6 13z"/><path class="dim" d="M911.4
312V260H922V312z"/><path class="pane-light" d="M899.0 267.0h5.500v8h-5.500zM899.0
284.0h5.500v8h-5.500z"/><path class="wall" d="M920 312V278h40V312z"/><path class="roof" d="M916
278l6 -10h36l6 10z"/><path class="dim" d="M944.8 312V278H960V312z"/><path class="pane-light"
d="M925.0 285.0h5.500v8h-5.500zM941.0 285.0h5.500v8h-5.500z"/><path class="wall" d="M958
312V270h28V312z"/><path class="roof" d="M954 270l6 -13h24l6 13z"/><path class="dim" d="M975.4
312V270H986V312z"/><path class="pane-light" d="M963.0 277.0h5.500v8h-5.500z"/><path class="wall3"
d="M905 286V234h40V286z"/><path class="roof" d="M901 234l6 -13h36l6 13z"/><path class="dim"
d="M929.8 286V234H945V286z"/><path class="pane-light" d="M910.0 241.0h5.500v8h-5.500zM926.0
241.0h5.500v8h-5.500zM910.0 258.0h5.500v8h-5.500zM926.0 258.0h5.500v8h-5.500z"/><path
class="wall" d="M943 286V244h40V286z"/><path class="roof" d="M939 244l6 -10h36l6 10z"/><path
class="dim" d="M967.8 286V244H983V286z"/><path class="pane-light" d="M948.0
251.0h5.500v8h-5.500zM964.0 251.0h5.500v8h-5.500zM948.0 268.0h5.500v8h-5.500zM964.0
268.0h5.500v8h-5.500z"/><path class="wall" d="M986 286V260h28V286z"/><path class="roof" d="M982
260l6 -16h24l6 16z"/><path class="dim" d="M1003.4 286V260H1014V286z"/><path class="pane-light"
d="M991.0 267.0h5.500v8h-5.500z"/><path class="wall2" d="M1012 286V234h24V286z"/><path
class="roof" d="M1008 234l6 -13h20l6 13z"/><path class="dim" d="M1026.9 286V234H1036V286z"/><path
class="pane-light" d="M1017.0 241.0h5.500v8h-5.500zM1017.0 258.0h5.500v8h-5.500z"/><path
class="wall3" d="M1036 286V260h24V286z"/><path class="roof2" d="M1032 260l6 -13h20l6 13z"/><path
class="dim" d="M1050.9 286V260H1060V286z"/><path class="pane-light" d="M1041.0
267.0h5.500v8h-5.500z"/><g transform="translate(1085 262) scale(0.92)"><path class="stone" d="M0
0V-46h8v-8h10v8h10v-8h10v8h10v-8h10v8h8V0zM60 0v-72h6v-8h9v8h9v-8h9v8h6V0z"/><path class="dim"
d="M84 0v-80h9v8h6V0zM40 0v-46h8v-8h10v8h8V0z"/><path class="pane-light"
d="M14-30h5v9h-5zM36-30h5v9h-5zM76-56h6v10h-6zM76-34h6v10h-6z"/><path d="M79-80v-26"
class="pole"/><path class="redcloth" d="M79-106c9-4 13 4 24 0v13c-11 4-15-4-24 0z"/></g><path
class="wall2" d="M990 312V286h24V312z"/><path class="roof" d="M986 286l6 -10h20l6 10z"/><path
class="dim" d="M1004.9 312V286H1014V312z"/><path class="pane-light" d="M995.0
293.0h5.500v8h-5.500z"/><path class="wall" d="M1017 312V270h34V312z"/><path class="roof" d="M1013
270l6 -16h30l6 16z"/><path class="dim" d="M1038.1 312V270H1051V312z"/><path class="pane-light"
d="M1022.0 277.0h5.500v8h-5.500zM1035.0 277.0h5.500v8h-5.500zM1022.0 294.0h5.500v8h-5.500zM1035.0
294.0h5.500v8h-5.500z"/><path class="wall2" d="M1054 312V260h34V312z"/><path class="roof"
d="M1050 260l6 -16h30l6 16z"/><path class="dim" d="M1075.1 312V260H1088V312z"/><path
class="pane-light" d="M1072.0 267.0h5.500v8h-5.500z"/><path class="wall" d="M1088
312V278h28V312z"/><path class="roof" d="M1084 278l6 -10h24l6 10z"/><path class="dim" d="M1105.4
312V278H1116V312z"/><path class="pane-light" d="M1093.0 285.0h5.500v8h-5.500z"/><path
class="wall3" d="M1114 312V270h28V312z"/><path class="roof" d="M1110 270l6 -16h24l6 16z"/><path
class="dim" d="M1131.4 312V270H1142V312z"/><path class="pane-light" d="M1119.0
294.0h5.500v8h-5.500z"/><path class="wall2" d="M1142 312V270h34V312z"/><path class="roof"
d="M1138 270l6 -13h30l6 13z"/><path class="dim" d="M1163.1 312V270H1176V312z"/><path
class="pane-light" d="M1160.0 277.0h5.500v8h-5.500zM1147.0 294.0h5.500v8h-5.500zM1160.0
294.0h5.500v8h-5.500z"/><path class="wall3" d="M1174 312V270h40V312z"/><path class="roof2"
d="M1170 270l6 -13h36l6 13z"/><path class="dim" d="M1198.8 312V270H1214V312z"/><path
class="pane-light" d="M1179.0 277.0h5.500v8h-5.500zM1195.0 277.0h5.500v8h-5.500zM1195.0
294.0h5.500v8h-5.500z"/><path class="wall" d="M1217 312V260h40V312z"/><path class="roof2"
d="M1213 260l6 -16h36l6 16z"/><path class="dim" d="M1241.8 312V260H1257V312z"/><path
class="pane-light" d="M1222.0 267.0h5.500v8h-5.500zM1238.0 284.0h5.500v8h-5.500z"/><path
class="wall2" d="M1010 336V284h28V336z"/><path class="roof2" d="M1006 284l6 -16h24l6 16z"/><path
class="dim" d="M1027.4 336V284H1038V336z"/><path class="pane-light" d="M1015.0
291.0h5.500v8h-5.500zM1015.0 308.0h5.500v8h-5.500z"/><path class="wall" d="M1038
336V302h28V336z"/><path class="roof2" d="M1034 302l6 -10h24l6 10z"/><path class="dim" d="M1055.4
336V302H1066V336z"/><path class="wall" d="M1066 336V302h24V336z"/><path class="roof" d="M1062
302l6 -10h20l6 10z"/><path class="dim" d="M1080.9 336V302H1090V336z"/><path class="pane-light"
d="M1071.0 309.0h5.500v8h-5.500z"/><path class="wall2" d="M1093 336V284h40V336z"/><path
class="roof2" d="M1089 284l6 -10h36l6 10z"/><path class="dim" d="M1117.8 336V284H1133V336z"/>
<path class="pane-light" d="M1098.0 291.0h5.500v8h-5.500zM1114.0 291.0h5.500v8h-5.500zM1114.0
308.0h5.500v8h-5.500z"/><path class="wall2" d="M1136 336V310h24V336z"/><path class="roof"
d="M1132 310l6 -10h20l6 10z"/><path class="dim" d="M1150.9 336V310H1160V336z"/><path
class="pane-light" d="M1141.0 317.0h5.500v8h-5.500z"/><path class="wall" d="M1160
336V284h40V336z"/><path class="roof" d="M1156 284l6 -10h36l6 10z"/><path class="dim" d="M1184.8
336V284H1200V336z"/><path class="pane-light" d="M1165.0 291.0h5.500v8h-5.500zM1165.0
308.0h5.500v8h-5.500zM1181.0 308.0h5.500v8h-5.500z"/><path class="wall2" d="M1203
336V310h24V336z"/><path class="roof2" d="M1199 310l6 -16h20l6 16z"/><path class="dim" d="M1217.9
336V310H1227V336z"/><path class="pane-light" d="M1208.0 317.0h5.500v8h-5.500z"/><path
class="wall2" d="M1225 336V294h40V336z"/><path class="roof2" d="M1221 294l6 -13h36l6 13z"/><path
class="dim" d="M1249.8 336V294H1265V336z"/><path class="pane-light" d="M1230.0
301.0h5.500v8h-5.500zM1246.0 301.0h5.500v8h-5.500zM1230.0 318.0h5.500v8h-5.500z"/><path
class="wall" d="M820 336V294h40V336z"/><path class="roof" d="M816 294l6 -13h36l6 13z"/><path
class="dim" d="M844.8 336V294H860V336z"/><path class="pane-light" d="M841.0
301.0h5.500v8h-5.500zM825.0 318.0h5.500v8h-5.500z"/><path class="wall2" d="M858
336V310h34V336z"/><path class="roof" d="M854 310l6 -16h30l6 16z"/><path class="dim" d="M879.1
336V310H892V336z"/><path class="pane-light" d="M863.0 317.0h5.500v8h-5.500zM876.0
317.0h5.500v8h-5.500z"/><path class="wall" d="M895 336V302h40V336z"/><path class="roof" d="M891
302l6 -10h36l6 10z"/><path class="dim" d="M919.8 336V302H935V336z"/><path class="pane-light"
d="M900.0 309.0h5.500v8h-5.500zM916.0 309.0h5.500v8h-5.500z"/><path class="wall" d="M938
336V284h24V336z"/><path class="roof2" d="M934 284l6 -16h20l6 16z"/><path class="dim" d="M952.9
336V284H962V336z"/><path class="pane-light" d="M943.0 291.0h5.500v8h-5.500zM943.0
308.0h5.500v8h-5.500z"/><path class="wall2" d="M962 336V294h24V336z"/><path class="roof2" d="M958
294l6 -10h20l6 10z"/><path class="dim" d="M976.9 336V294H986V336z"/><path class="pane-light"
d="M967.0 301.0h5.500v8h-5.500zM967.0 318.0h5.500v8h-5.500z"/><path class="wall2" d="M989
336V284h24V336z"/><path class="roof2" d="M985 284l6 -10h20l6 10z"/><path class="dim" d="M1003.9
336V284H1013V336z"/><path class="pane-light" d="M994.0 291.0h5.500v8h-5.500zM994.0
308.0h5.500v8h-5.500z"/><path class="hill2" d="M760 336c20-8 60-12 90-8 120 4 300-2 430 8z"/><g
class="beacon"><g transform="translate(96 326) scale(1.05)"><path class="cliff" d="M-34 4c4-16
18-20 34-20s30 4 36 20z"/><path class="wall2" d="M-12-12l5-84H9l5 84z"/><path class="redcloth"
d="M-10.8-32l1.2-20h22.6l1.2 20zM-8.4-72l1-18h17.6l1 18z"/><path class="dim" d="M3-12l-1-84H9l5
84z"/><path class="roof" d="M-9-110L1-122l10 12z"/><path class="pane-light"
d="M-6-110H8v14H-6z"/><path class="pole" d="M-10-96h22"/></g></g><path class="gull"
transform="translate(560 170) scale(0.9)" d="M0 0c6-7 12-6 16 0 4-6 10-7 16 0"/><path
class="gull" transform="translate(604 150) scale(0.7)" d="M0 0c6-7 12-6 16 0 4-6 10-7 16 0"/>
<path class="gull" transform="translate(380 150) scale(0.6)" d="M0 0c6-7 12-6 16 0 4-6 10-7 16
0"/><path class="gull" transform="translate(740 60) scale(0.8)" d="M0 0c6-7 12-6 16 0 4-6 10-7 16
0"/>`;

export const water = `<path class="glitter" d="M677 4h41M676 10h21M685 16h17M683 22h24M676
28h52M682 34h48M652 40h51M667 46h34M678 52h21M646 58h32M652 64h55M665 70h44M664 76h29M646
82h40M642 88h16M658 94h40M643 100h29M643 106h27"/><path class="ripple ripple-1" d="M463 8q2-2 4
0t4 0 4 0M791 11q2-2 4 0t4 0 4 0M164 14q2-2 4 0t4 0 4 0M802 18q2-2 4 0t4 0 4 0M572 23q2-2 4 0t4
0M100 28q2-2 4 0t4 0 4 0M1079 33q2-3 5 0t5 0 5 0M333 38q2-3 5 0t5 0M516 43q2-3 5 0t5 0 5 0M32
49q2-3 5 0t5 0M513 55q2-3 5 0t5 0M376 61q2-3 5 0t5 0 5 0M573 67q3-3 6 0t6 0M742 73q3-3 6 0t6 0 6
0M1220 79q3-3 6 0t6 0 6 0M774 86q3-3 6 0t6 0 6 0M344 92q3-3 6 0t6 0 6 0M553 99q4-4 7 0t7 0 7
0M1101 106q4-4 7 0t7 0M-6 113q4-4 7 0t7 0M1152 119q4-4 7 0t7 0M618 126q4-4 8 0t8 0M1021 134q4-4 8
0t8 0 8 0M847 141q4-4 8 0t8 0 8 0M862 148q4-4 8 0t8 0 8 0"/><path class="ripple ripple-2" d="M457
155q4-4 8 0t8 0 8 0M68 163q4-5 9 0t9 0 9 0M927 170q4-5 9 0t9 0M554 178q4-5 9 0t9 0 9 0M945
185q4-5 9 0t9 0M277 193q5-6 10 0t10 0M380 201q5-6 10 0t10 0 10 0M395 209q5-6 10 0t10 0M883
216q5-6 10 0t10 0 10 0M708 224q6-6 11 0t11 0 11 0M1185 232q6-6 11 0t11 0 11 0M1123 240q6-6 11
0t11 0 11 0M642 248q6-6 11 0t11 0 11 0M106 257q6-7 12 0t12 0M548 265q6-7 12 0t12 0M1240 273q6-7
12 0t12 0M230 281q6-7 12 0t12 0 12 0M343 290q6-7 13 0t13 0 13 0M32 298q6-7 13 0t13 0 13 0"/><path
class="ripple ripple-3" d="M149 307q6-7 13 0t13 0M565 315q7-8 14 0t14 0M649 324q7-8 14 0t14 0 14
0M571 332q7-8 14 0t14 0 14 0M293 341q7-8 14 0t14 0M820 350q8-8 15 0t15 0M1250 358q8-8 15 0t15
0M139 367q8-8 15 0t15 0 15 0M372 376q8-8 15 0t15 0M578 385q8-9 16 0t16 0 16 0M761 394q8-9 16 0t16
0 16 0M305 403q8-9 16 0t16 0 16 0M-1 412q8-9 17 0t17 0 17 0M911 421q8-9 17 0t17 0 17 0M722
430q8-9 17 0t17 0M1150 439q8-9 17 0t17 0 17 0"/>`;

export const quay = `<g transform="translate(4 24) scale(1.25)"><path class="quaywood outline"
d="M2 0C-3 12-3 26 2 38h28c5-12 5-26 0-38z"/><path class="shade" d="M20 0h10c5 12 5 26 0
38H20c4-12 4-26 0-38z"/><path class="steel2 outline thin" d="M0 7h32l.6 5H-.6zM-.6 26h33.200L32
31H0z"/></g><g transform="translate(40 34) scale(1)"><path class="quaywood outline" d="M2 0C-3
12-3 26 2 38h28c5-12 5-26 0-38z"/><path class="shade" d="M20 0h10c5 12 5 26 0 38H20c4-12 4-26
0-38z"/><path class="steel2 outline thin" d="M0 7h32l.6 5H-.6zM-.6 26h33.200L32 31H0z"/></g><g
transform="translate(1226 36) scale(1.1)"><path class="quaywood outline" d="M0 0h40v34H0z"/><path
class="shade" d="M28 0h12v34H28z"/><path class="nofill outline thin" d="M0 7h40M0 27h40M6 27L34
7M6 7l28 20"/></g><g transform="translate(1238 6) scale(0.85)"><path class="quaywood outline"
d="M0 0h40v34H0z"/><path class="shade" d="M28 0h12v34H28z"/><path class="nofill outline thin"
d="M0 7h40M0 27h40M6 27L34 7M6 7l28 20"/></g>`;
